import type { Request } from '#shared/request.ts'
import { Recent } from '../screen/recent.tsx'
import { isolated } from '../../i18n/format.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { Screen } from '../../ui/screen.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { useMe, useServices } from '../context/context.ts'
import { TaskSection } from '../actions/task-cell.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { ForAccount } from '../person/for-account.tsx'
import { BackAction } from '../screen/bottom-actions.tsx'
import { NowPossible } from '../screen/purpose.tsx'
import { Outcome } from '../screen/outcome.tsx'
import type { ConnectRequest } from './connect-request.ts'
import { useAskToWrite } from '../actions/use-ask-to-write.ts'
import { walletLine } from '../claim/wallet-line.tsx'
import { MadeLink } from './made-link.tsx'
import { CHECK, CLOCK, UNLINK } from '../../ui/icons.ts'
import { WALLET } from '../../ui/first-icons.ts'

type OwnAnswer = NonNullable<Request['answer']>

type Props = { answer: OwnAnswer; request: Request; connectRequest: ConnectRequest }

/** The current answer: with which wallet, since when, and a way to withdraw it. */
export function Answered({ answer, request, connectRequest }: Props) {
  const { boot } = useServices()
  const messages = useMessagesOf('request')
  useAskToWrite()
  return (
    <Screen>
      <Outcome icon={CHECK} tone="success" title={messages.answered} text={useKnown(request)} />
      {request.requester.kind === 'operator' && <NowPossible />}
      <ForAccount />
      <Section header={messages.shared}>
        <AnsweredWallet walletId={answer.walletId} />
        <Cell icon={CLOCK} title={messages.answeredAt} after={<Recent at={answer.answeredAt} />} />
      </Section>
      <MadeLink made={request.made} />
      <TakeBack connectRequest={connectRequest} />
      <BackAction name={request.chat?.title ?? boot.appName} />
    </Screen>
  )
}

/** Who sees the answer. */
function useKnown({ requester }: Request): string {
  const { boot } = useServices()
  const messages = useMessagesOf('request')
  const appName = isolated(boot.appName)
  if (requester.kind !== 'member') return messages.answeredText(appName)
  return messages.answeredMaker({ name: isolated(requester.person.firstName), appName })
}

function AnsweredWallet({ walletId }: { walletId: string | null }) {
  const { gone } = useMessagesOf('request')
  const me = useMe()
  if (me === null) return <SkeletonCell />
  const wallet = me.wallets.find(({ id }) => id === walletId)
  if (wallet === undefined) return <Cell icon={WALLET} title={gone} />
  return <Cell icon={WALLET} {...walletLine(wallet)} />
}

function TakeBack({ connectRequest }: Pick<Props, 'connectRequest'>) {
  const messages = useMessagesOf('request')
  return (
    <TaskSection
      footer={messages.takeBackNote}
      icon={UNLINK}
      tone="destructive"
      title={messages.takeBack}
      loss={messages.takeBackAsk}
      work={() => connectRequest.withdraw()}
      hasHaptic
    />
  )
}
