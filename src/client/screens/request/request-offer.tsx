import { type ReactNode, useState } from 'react'
import type { Request } from '#shared/request.ts'
import type { Wallet } from '#shared/wallet.ts'
import { Recent } from '../screen/recent.tsx'
import { isolated } from '../../i18n/format.ts'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { Hero } from '../../ui/hero.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCell } from '../../ui/radio-cell.tsx'
import { Screen } from '../../ui/screen.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { useMe, useServices } from '../context/context.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { FamilyNames } from '../account/family-names.tsx'
import { ForAccount } from '../person/for-account.tsx'
import { MainAction } from '../screen/bottom-actions.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { Promises } from '../screen/promises.tsx'
import { Remembered } from '../screen/remembered.tsx'
import type { ConnectRequest } from './connect-request.ts'
import { unbrokenAddress } from '../account/unbroken-address.ts'
import { useOfferedFamilies } from '../device/use-offered-families.ts'
import { useTask } from '../actions/use-task.ts'
import { walletLine } from '../claim/wallet-line.tsx'
import { MadeLink } from './made-link.tsx'
import { useConnectedAccounts, VerifyConnected } from './verify-connected.tsx'
import { WhoAsks } from './who-asks.tsx'
import { PLANE, WALLET } from '../../ui/first-icons.ts'

type Props = { request: Request; connectRequest: ConnectRequest }

/** The request before its answer: nothing is shared until the member presses the one button. */
export function RequestOffer({ request, connectRequest }: Props) {
  const messages = useMessagesOf('request')
  const me = useMe()
  return (
    <Screen>
      <Hero icon={WALLET} title={useTitle(request)}>
        {messages.asksText}
      </Hero>
      <ForAccount />
      <MadeLink made={request.made} />
      <WhoAsks request={request} />
      <Knows request={request} />
      {request.answer !== null && <Notice>{messages.unlinked}</Notice>}
      {me === null ? (
        <OwnWallets request={request}>
          <Section header={messages.choose}>
            <SkeletonCell />
          </Section>
        </OwnWallets>
      ) : (
        <Reply
          wallets={me.wallets.filter(({ family }) => request.families.includes(family))}
          request={request}
          connectRequest={connectRequest}
        />
      )}
      <Terms request={request} />
    </Screen>
  )
}

/** The next start of any request for the same families shows the wallets at once. */
function OwnWallets({ request, children }: Pick<Props, 'request'> & { children: ReactNode }) {
  return (
    <Remembered name={`choice/${request.families.join()}`} isLasting>
      {children}
    </Remembered>
  )
}

function useTitle({ requester }: Request): string {
  const messages = useMessagesOf('request')
  const { boot } = useServices()
  switch (requester.kind) {
    case 'operator':
      return messages.asks.operator(isolated(boot.appName))
    case 'member':
      return messages.asks.member(isolated(requester.person.firstName))
    case 'gone':
      return messages.asksGone
  }
}

/** What will be known, and by whom: never only by the requester. */
function Knows({ request }: Pick<Props, 'request'>) {
  const messages = useMessagesOf('request')
  const { boot } = useServices()
  const { account, wallet } = messages.promises
  const items = [
    { ...account, icon: PLANE },
    { ...wallet, icon: WALLET },
  ]
  const appName = isolated(boot.appName)
  const { requester, chat } = request
  const known =
    requester.kind === 'member'
      ? messages.knownToMaker({ name: isolated(requester.person.firstName), appName })
      : messages.knownToOperator(appName)
  const footer = chat === null ? known : `${known} ${messages.countOnly}`
  return <Promises header={messages.knows} items={items} footer={footer} />
}

function Terms({ request }: Pick<Props, 'request'>) {
  const messages = useMessagesOf('request')
  return (
    <Section footer={messages.canTakeBack}>
      <Cell title={messages.family} after={<FamilyNames families={request.families} />} />
      <Cell title={messages.until} after={<Recent at={request.expiresAt} />} />
    </Section>
  )
}

type ReplyProps = Props & {
  /** The member's wallets that may answer. */
  wallets: readonly Wallet[]
}

function Reply({ wallets, request, connectRequest }: ReplyProps) {
  const messages = useMessagesOf('request')
  const { router } = useServices()
  const offered = useOfferedFamilies()
  const canConnect = request.families.some((family) => offered.includes(family))
  const connect = () => router.open({ screen: 'connect', purpose: request.code })
  const connected = useConnectedAccounts(request.families, wallets)
  if (wallets.length === 0 && connected.length === 0) {
    if (!canConnect) return <Notice>{messages.unavailable}</Notice>
    return <MainAction text={messages.connect} onPress={connect} />
  }
  return (
    <>
      {wallets.length > 0 && (
        <OwnWallets request={request}>
          <Choice wallets={wallets} connectRequest={connectRequest} />
        </OwnWallets>
      )}
      {canConnect && (
        <Section header={wallets.length === 0 ? messages.choose : undefined}>
          {connected.map((each) => (
            <VerifyConnected key={each.account.family} connected={each} request={request} />
          ))}
          <ActionCell icon={WALLET} tone="accent" title={messages.another} onPress={connect} />
        </Section>
      )}
    </>
  )
}

/** The member's own wallets, with the primary one selected. */
function Choice({ wallets, connectRequest }: Omit<ReplyProps, 'request'>) {
  const messages = useMessagesOf('request')
  const { telegram } = useServices()
  const { run, isBusy, problem } = useTask()
  const [wishedId, setWishedId] = useState<string | null>(null)
  const chosen = wallets.find(({ id }) => id === wishedId) ?? findPrimary(wallets)
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
      <Section header={messages.choose}>
        {wallets.map((wallet) => (
          <RadioCell
            key={wallet.id}
            group="wallet"
            {...walletLine(wallet)}
            isChosen={wallet === chosen}
            onChoose={() => choose(wallet.id)}
          />
        ))}
      </Section>
      <ProblemNotice code={problem} />
      {chosen !== undefined && (
        <MainAction
          text={messages.answerWith(getName(chosen))}
          isBusy={isBusy}
          onPress={() => run(answer)}
        />
      )}
    </>
  )
}

function getName(wallet: Wallet): string {
  return wallet.label === null ? unbrokenAddress(wallet) : isolated(wallet.label)
}

/** Does not suggest a wallet whose proof is no longer valid. */
function findPrimary(wallets: readonly Wallet[]): Wallet | undefined {
  const holding = wallets.filter(({ staleAt }) => staleAt === null)
  return holding.find(({ primary }) => primary) ?? holding[0] ?? wallets[0]
}
