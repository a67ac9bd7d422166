import type { Attempt } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { CROSS } from '../../ui/icons.ts'
import { WARNING } from '../../ui/first-icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { useMultisigMessages } from '../use-multisig-messages.ts'
import { TimeLeft, useTime } from './time-left.tsx'
import { useAttemptMessages } from './use-attempt-messages.ts'
import { useChooseWallet } from './use-choose-wallet.ts'
import { useLeave } from './use-leave.ts'

type Props = { attempt: Attempt; code: ProblemCode }

/** The wallet that answered is not the one that counts: the attempt continues with another. */
export function WrongWallet({ attempt, code }: Props) {
  const { actions } = useMessages()
  const messages = useAttemptMessages(attempt)
  const multisig = useMultisigMessages()
  const sentence = useProblemSentence(code)
  const choose = useChooseWallet(attempt)
  const leave = useLeave(attempt)
  const time = useTime()
  const title =
    multisig.status === 'ready' ? multisig.value.cosign.attempt.wrongWallet : messages.title
  return (
    <Screen>
      <Outcome
        icon={WARNING}
        tone="warning"
        title={title}
        {...(sentence !== null && { text: sentence })}
      />
      <Section>
        <ActionCell icon={CROSS} tone="destructive" title={messages.cancel} onPress={leave} />
      </Section>
      <TimeLeft until={attempt.expiresAt} time={time} />
      <MainAction text={actions['other-wallet']} onPress={choose} />
    </Screen>
  )
}
