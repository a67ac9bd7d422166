import type { Attempt } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { CROSS, DEVICE } from '../../ui/icons.ts'
import { WARNING } from '../../ui/first-icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../screen/bottom-actions.tsx'
import { Outcome } from '../screen/outcome.tsx'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { NeededOwnerOf } from '../cosign/needed-owner.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import { useConnectedWallets } from '../device/use-connected-wallets.ts'
import { useSection } from '../arriving/use-section.ts'
import { TimeLeft } from './time-left.tsx'
import { useAttemptMessages } from './use-attempt-messages.ts'
import { useChooseWallet } from './use-choose-wallet.ts'
import { useLeave } from './use-leave.ts'

type Props = { attempt: Attempt; code: ProblemCode }

/** The wallet that answered is not the one that counts: the attempt continues with another, and says with which. */
export function WrongWallet({ attempt, code }: Props) {
  const { actions, home } = useMessages()
  const messages = useAttemptMessages(attempt)
  const multisig = useSection('multisig')
  const connected = useConnectedWallets().find(({ family }) => family === attempt.family)
  const sentence = useProblemSentence(code)
  const choose = useChooseWallet(attempt)
  const leave = useLeave(attempt)
  const title =
    multisig.status === 'ready' ? multisig.value.cosign.attempt.wrongWallet : messages.title
  return (
    <Screen>
      <Outcome icon={WARNING} tone="warning" title={title} text={sentence} />
      {attempt.confirmsCode !== null && <NeededOwnerOf code={attempt.confirmsCode} />}
      <Section>
        {connected !== undefined && (
          <Cell
            icon={DEVICE}
            title={<bdi>{connected.walletApp.name}</bdi>}
            subtitle={home.device}
            after={connected.account !== null && <ShortAddress wallet={connected.account} />}
          />
        )}
        <ActionCell icon={CROSS} tone="destructive" title={messages.cancel} onPress={leave} />
      </Section>
      <TimeLeft until={attempt.expiresAt} />
      <MainAction text={actions['other-wallet']} onPress={choose} />
    </Screen>
  )
}
