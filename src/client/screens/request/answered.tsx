import { useStore } from '../../use-store.ts'
import type { Request } from '#shared/request.ts'
import { formatRecent, isolated } from '../../i18n/format.ts'
import type { RequestMessages } from '../../i18n/messages.ts'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { ForAccount } from '../person/for-account.tsx'
import { MainAction } from '../screen/main-action.tsx'
import { Outcome } from '../screen/outcome.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import type { ConnectRequest } from './connect-request.ts'
import { useAskToWrite } from '../actions/use-ask-to-write.ts'
import { useServices } from '../context/use-services.ts'
import { useTask } from '../actions/use-task.ts'
import { WalletSubtitle, WalletTitle } from '../claim/wallet-title.tsx'
import { MadeLink } from './made-link.tsx'
import { CHECK, CLOCK, UNLINK } from '../../ui/icons.ts'
import { WALLET } from '../../ui/first-icons.ts'

type OwnAnswer = NonNullable<Request['answer']>

type Props = {
  answer: OwnAnswer
  request: Request
  connectRequest: ConnectRequest
  messages: RequestMessages
}

/** The current answer: with which wallet, since when, and a way to withdraw it. */
export function Answered({ answer, request, connectRequest, messages }: Props) {
  const { telegram, now } = useServices()
  const { language } = useLocalization()
  useAskToWrite()
  return (
    <Screen>
      <Outcome
        icon={CHECK}
        tone="success"
        title={messages.answered}
        text={useKnown(request, messages)}
      />
      <ForAccount />
      <Section header={messages.shared}>
        <AnsweredWallet walletId={answer.walletId} messages={messages} />
        <Cell
          icon={CLOCK}
          title={messages.answeredAt}
          after={formatRecent(language, answer.answeredAt, now())}
        />
      </Section>
      <MadeLink made={request.made} messages={messages} />
      <TakeBack connectRequest={connectRequest} messages={messages} />
      <MainAction text={messages.backToChat} onPress={() => telegram.close()} />
    </Screen>
  )
}

/** Who sees the answer. */
function useKnown({ requester }: Request, messages: RequestMessages): string {
  const { boot } = useServices()
  const appName = isolated(boot.appName)
  if (requester.kind !== 'member') return messages.answeredText(appName)
  return messages.answeredMaker({ name: isolated(requester.person.firstName), appName })
}

type WalletProps = { walletId: string | null; messages: RequestMessages }

function AnsweredWallet({ walletId, messages }: WalletProps) {
  const { member } = useServices()
  const state = useStore(member)
  if (state.status !== 'known') return <SkeletonCell />
  const wallet = state.me.wallets.find(({ id }) => id === walletId)
  if (wallet === undefined) return <Cell icon={WALLET} title={messages.gone} />
  return (
    <Cell
      icon={WALLET}
      title={<WalletTitle wallet={wallet} />}
      subtitle={<WalletSubtitle wallet={wallet} />}
    />
  )
}

function TakeBack({ connectRequest, messages }: Pick<Props, 'connectRequest' | 'messages'>) {
  const { telegram } = useServices()
  const { common } = useMessages()
  const { run, isBusy, problem } = useTask()
  const takeBack = async () => {
    const question = { ...messages.takeBackAsk, cancel: common.cancel, destructive: true }
    if (!(await telegram.ask(question))) return
    await connectRequest.withdraw()
    telegram.haptic('success')
  }
  return (
    <>
      <Section footer={messages.takeBackNote}>
        <ActionCell
          icon={UNLINK}
          tone="destructive"
          title={messages.takeBack}
          isBusy={isBusy}
          onPress={() => run(takeBack)}
        />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}
