import { useStore } from '../../ui/use-store.ts'
import { useState } from 'react'
import type { Request } from '#shared/request.ts'
import type { Wallet } from '#shared/wallet.ts'
import { formatRecent, isolated } from '../../i18n/format.ts'
import type { RequestMessages } from '../../i18n/request/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { Hero } from '../../ui/hero.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCell } from '../../ui/radio-cell.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { FamilyNames } from '../family-names.tsx'
import { MainAction } from '../main-action.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { Promises } from '../promises.tsx'
import type { ConnectRequest } from '../state/connect-request.ts'
import { useOfferedFamilies } from '../use-offered-families.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { WalletSubtitle, WalletTitle } from '../wallet-title.tsx'
import { MadeLink } from './made-link.tsx'
import { WhoAsks } from './who-asks.tsx'
import { PLANE } from '../../ui/icons/plane.ts'
import { WALLET } from '../../ui/icons/wallet.ts'

type Props = { request: Request; connectRequest: ConnectRequest; words: RequestMessages }

/** The request before its answer: nothing is shared until the member presses the one button. */
export function Asking({ request, connectRequest, words }: Props) {
  const { member } = useServices()
  const state = useStore(member)
  return (
    <Screen>
      <Hero icon={WALLET} title={useTitle(request, words)}>
        {words.asksText}
      </Hero>
      <MadeLink made={request.made} words={words} />
      <WhoAsks request={request} words={words} />
      <Knows request={request} words={words} />
      {request.answer !== null && <Notice>{words.unlinked}</Notice>}
      {state.status === 'known' ? (
        <Reply
          wallets={state.me.wallets.filter(({ family }) => request.families.includes(family))}
          request={request}
          connectRequest={connectRequest}
          words={words}
        />
      ) : (
        <Section header={words.choose}>
          <SkeletonCell />
        </Section>
      )}
      <Terms request={request} words={words} />
    </Screen>
  )
}

function useTitle({ asker }: Request, words: RequestMessages): string {
  const { boot } = useServices()
  if (asker.kind === 'gone') return words.asksGone
  return words.asks(isolated(asker.kind === 'owner' ? boot.appName : asker.person.firstName))
}

/** What will be known, and to whom: never to the one alone who asks. */
function Knows({ request, words }: Pick<Props, 'request' | 'words'>) {
  const { boot } = useServices()
  const { account, wallet } = words.promises
  const items = [
    { ...account, icon: PLANE },
    { ...wallet, icon: WALLET },
  ]
  const appName = isolated(boot.appName)
  const { asker, chat } = request
  const known =
    asker.kind === 'member'
      ? words.knownToMaker({ name: isolated(asker.person.firstName), appName })
      : words.knownToOwner(appName)
  const footer = chat === null ? known : `${known} ${words.countOnly}`
  return <Promises header={words.knows} items={items} footer={footer} />
}

function Terms({ request, words }: Pick<Props, 'request' | 'words'>) {
  const { now } = useServices()
  const { language } = useSpeech()
  return (
    <Section footer={words.canTakeBack}>
      <Cell title={words.family} after={<FamilyNames families={request.families} />} />
      <Cell title={words.until} after={formatRecent(language, request.expiresAt, now())} />
    </Section>
  )
}

type ReplyProps = Props & {
  /** Those of the member that may answer. */
  wallets: readonly Wallet[]
}

function Reply({ wallets, request, connectRequest, words }: ReplyProps) {
  const { router } = useServices()
  const offered = useOfferedFamilies()
  const canConnect = request.families.some((family) => offered.includes(family))
  const connect = () => router.open({ screen: 'connect', purpose: request.code })
  if (wallets.length === 0) {
    if (!canConnect) return <Notice>{words.unavailable}</Notice>
    return <MainAction text={words.connect} onPress={connect} />
  }
  return (
    <>
      <Choice wallets={wallets} connectRequest={connectRequest} words={words} />
      {canConnect && (
        <Section>
          <ActionCell icon={WALLET} tone="accent" title={words.another} onPress={connect} />
        </Section>
      )}
    </>
  )
}

/** The member's own wallets, the primary one chosen first. */
function Choice({ wallets, connectRequest, words }: Omit<ReplyProps, 'request'>) {
  const { telegram } = useServices()
  const { run, isBusy, problem } = useTask()
  const [wishedId, setWishedId] = useState<string | null>(null)
  const chosen = wallets.find(({ id }) => id === wishedId) ?? primaryOf(wallets)
  const choose = (id: string) => {
    telegram.haptic('selection')
    setWishedId(id)
  }
  const answer = async () => {
    if (chosen === undefined) return
    await connectRequest.answer(chosen.id)
    telegram.haptic('success')
  }
  return (
    <>
      <Section header={words.choose}>
        {wallets.map((wallet) => (
          <RadioCell
            key={wallet.id}
            group="wallet"
            title={<WalletTitle wallet={wallet} />}
            subtitle={<WalletSubtitle wallet={wallet} />}
            isChosen={wallet === chosen}
            onChoose={() => choose(wallet.id)}
          />
        ))}
      </Section>
      <ProblemNotice code={problem} />
      <MainAction text={words.answer} isBusy={isBusy} onPress={() => run(answer)} />
    </>
  )
}

/** One whose proof does not hold any more is nobody's first choice. */
function primaryOf(wallets: readonly Wallet[]): Wallet | undefined {
  const holding = wallets.filter(({ staleAt }) => staleAt === null)
  return holding.find(({ primary }) => primary) ?? holding[0] ?? wallets[0]
}
