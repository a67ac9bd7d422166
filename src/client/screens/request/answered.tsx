import { useStore } from '../../ui/use-store.ts'
import type { Request } from '#shared/request.ts'
import { formatRecent, isolated } from '../../i18n/format.ts'
import type { RequestMessages } from '../../i18n/request/messages.ts'
import { useMessages, useSpeech } from '../../i18n/use-speech.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import type { ConnectRequest } from '../state/connect-request.ts'
import { useAskToWrite } from '../use-ask-to-write.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { WalletSubtitle, WalletTitle } from '../wallet-title.tsx'
import { MadeLink } from './made-link.tsx'
import { CHECK } from '../../ui/icons/check.ts'
import { CLOCK } from '../../ui/icons/clock.ts'
import { UNLINK } from '../../ui/icons/unlink.ts'
import { WALLET } from '../../ui/icons/wallet.ts'

type Answer = NonNullable<Request['answer']>

type Props = {
  answer: Answer
  request: Request
  connectRequest: ConnectRequest
  words: RequestMessages
}

/** The answer that stands: with which wallet, since when, and the way to take it back. */
export function Answered({ answer, request, connectRequest, words }: Props) {
  const { telegram, now } = useServices()
  const { language } = useSpeech()
  useAskToWrite()
  return (
    <Screen>
      <Outcome icon={CHECK} tone="success" title={words.answered} text={useKnown(request, words)} />
      <Section header={words.shared}>
        <AnsweredWallet walletId={answer.walletId} words={words} />
        <Cell
          icon={CLOCK}
          title={words.answeredAt}
          after={formatRecent(language, answer.answeredAt, now())}
        />
      </Section>
      <MadeLink made={request.made} words={words} />
      <TakeBack connectRequest={connectRequest} words={words} />
      <MainAction text={words.backToChat} onPress={() => telegram.close()} />
    </Screen>
  )
}

/** Who sees the answer. */
function useKnown({ asker }: Request, words: RequestMessages): string {
  const { boot } = useServices()
  const appName = isolated(boot.appName)
  if (asker.kind !== 'member') return words.answeredText(appName)
  return words.answeredMaker({ name: isolated(asker.person.firstName), appName })
}

type WalletProps = { walletId: string | null; words: RequestMessages }

function AnsweredWallet({ walletId, words }: WalletProps) {
  const { member } = useServices()
  const state = useStore(member)
  if (state.status !== 'known') return <SkeletonCell />
  const wallet = state.me.wallets.find(({ id }) => id === walletId)
  if (wallet === undefined) return <Cell icon={WALLET} title={words.gone} />
  return (
    <Cell
      icon={WALLET}
      title={<WalletTitle wallet={wallet} />}
      subtitle={<WalletSubtitle wallet={wallet} />}
    />
  )
}

function TakeBack({ connectRequest, words }: Pick<Props, 'connectRequest' | 'words'>) {
  const { telegram } = useServices()
  const { common } = useMessages()
  const { run, isBusy, problem } = useTask()
  const takeBack = async () => {
    const question = { ...words.takeBackAsk, cancel: common.cancel, destructive: true }
    if (!(await telegram.ask(question))) return
    await connectRequest.withdraw()
    telegram.haptic('success')
  }
  return (
    <>
      <Section footer={words.takeBackNote}>
        <ActionCell
          icon={UNLINK}
          tone="destructive"
          title={words.takeBack}
          isBusy={isBusy}
          onPress={() => run(takeBack)}
        />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}
