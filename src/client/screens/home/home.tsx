import { type ReactNode, useState } from 'react'
import { useStore } from '../../ui/use-store.ts'
import { useFirstMessages, useFirstLocalization } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { LinkCell } from '../../ui/cell.tsx'
import { GEAR } from '../../ui/first-icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell, Skeleton } from '../../ui/skeleton.tsx'
import type { KnownMember, MemberState } from '../member/member-state.ts'
import { useIsLive } from '../use-is-live.ts'
import { useServices } from '../use-services.ts'
import { AWAITING, awaitedNow } from './remembered-home.ts'
import { Avatar } from '../../ui/avatar.tsx'

/** Home as the server sends it: everything that does not depend on the member. */
const UNKNOWN: MemberState = { status: 'loading' }

const CONTENTS = { display: 'contents' }

type Props = {
  /** Home's content for a known member; it loads in its own chunk. */
  renderContent: (member: KnownMember, fallback: ReactNode) => ReactNode
}

export function Home({ renderContent }: Props) {
  const { member } = useServices()
  const isLive = useIsLive()
  const current = useStore(member)
  const state = isLive ? current : UNKNOWN
  return (
    <Screen isBusy={state.status === 'loading'}>
      <Person state={state} isLive={isLive} />
      <ConnectButton />
      {state.status === 'known' ? renderContent(state, <WalletsToCome />) : <WalletsToCome />}
      {/* At the foot of the screen, so that nothing moves when the wallets load. */}
      <div className="foot">
        <SettingsLink />
      </div>
    </Screen>
  )
}

function SettingsLink() {
  const { router, preload } = useServices()
  const { home } = useFirstMessages()
  return (
    <Section>
      <LinkCell
        icon={GEAR}
        title={home.settings}
        onPress={() => router.open({ screen: 'settings' })}
        onIntent={() => preload('settings')}
      />
    </Section>
  )
}

/**
 * Leaves the markup on the page as it is, in the page's language, because the first script may have inserted the
 * remembered Home.
 */
function WalletsToCome() {
  const { languages } = useServices()
  const { language, messages } = useFirstLocalization()
  const { home } = messages
  const [html] = useState(awaitedNow)
  const attributes = { [AWAITING]: '', style: CONTENTS, suppressHydrationWarning: true }
  if (html !== null && language === languages.first)
    return <div {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
  return (
    <div {...attributes}>
      <Section header={home.wallets}>
        <SkeletonCell />
        <SkeletonCell />
      </Section>
    </div>
  )
}

function ConnectButton() {
  const { router } = useServices()
  const { home } = useFirstMessages()
  const getReady = useGetReady()
  return (
    <div className="actions">
      <Button
        intent="connect"
        onPress={() => router.open({ screen: 'connect' })}
        onIntent={getReady}
      >
        {home.connect}
      </Button>
      <p className="actions-note">{home.connectNote}</p>
    </div>
  )
}

function useGetReady(): () => void {
  const { core, preload } = useServices()
  return () => {
    preload('connect')
    const loading = core.state.get()
    if (loading.status === 'ready') void loading.value.preparations.ton.warmUp()
  }
}

/** The member according to Telegram: from `initData` first, then as the server has verified it. */
function Person({ state, isLive }: { state: MemberState; isLive: boolean }) {
  const { telegram } = useServices()
  const { home } = useFirstMessages()
  const launched = isLive && telegram.launch.place === 'telegram' ? telegram.launch.firstName : null
  const user = state.status === 'known' ? state.me.user : null
  const name = user?.firstName ?? launched
  return (
    <header className="person">
      {name === null ? <span className="avatar skeleton" /> : <Avatar name={name} />}
      <span>
        <h1 className="person-name">
          {name === null ? <Skeleton width={9} /> : <bdi>{name}</bdi>}
        </h1>
        <span className="person-detail">
          {user?.username ? <bdi>@{user.username}</bdi> : home.account}
        </span>
      </span>
    </header>
  )
}
