import { type ReactNode, useState } from 'react'
import { useStore } from '../../use-store.ts'
import { useFirstMessages, useFirstLocalization } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { GEAR } from '../../ui/first-icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/list.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { RouteCell } from '../screen/route-cell.tsx'
import type { KnownMember, MemberState } from '../member/member.ts'
import { useIsLive } from '../screen/use-is-live.ts'
import { useConnect } from './use-connect.ts'
import { useServices } from '../context/context.ts'
import { followTap } from '../routing/follow-tap.ts'
import { findTapped } from '../../before-react/find-tapped.ts'
import { AWAITING, HOME_PICTURE } from '../../parts/remembered-picture.ts'
import { Person } from '../person/person.tsx'

/** Home as the server sends it: everything that does not depend on the member. */
const UNKNOWN: MemberState = { status: 'loading' }

const CONTENTS = { display: 'contents' }

type Props = {
  /** Whether the content can be drawn now. */
  isContentReady: boolean
  /** Home's content for a known member; it loads in its own chunk. */
  renderContent: (member: KnownMember, fallback: ReactNode) => ReactNode
}

/** A member without wallets has the button for a first one; the list of the others has a line for the next. */
export function Home({ isContentReady, renderContent }: Props) {
  const { member, readAwaited } = useServices()
  const isLive = useIsLive()
  const current = useStore(member)
  const state = isLive ? current : UNKNOWN
  const [awaited] = useState(readAwaited)
  const toCome = <WalletsToCome html={awaited.html} />
  const hasWallets =
    state.status === 'known' && isContentReady ? state.me.wallets.length > 0 : awaited.isRemembered
  return (
    <Screen isBusy={state.status === 'loading'}>
      <Self state={state} />
      {!hasWallets && <ConnectButton />}
      {state.status === 'known' ? renderContent(state, toCome) : toCome}
      {/* At the foot of the screen, so that nothing moves when the wallets load. */}
      <div className="foot">
        <SettingsLink />
      </div>
    </Screen>
  )
}

function SettingsLink() {
  const { home } = useFirstMessages()
  return (
    <Section>
      <RouteCell to={{ screen: 'settings' }} icon={GEAR} title={home.settings} />
    </Section>
  )
}

/**
 * Leaves the markup on the page as it is, in the page's language, because the first script may have inserted the
 * remembered Home. React draws none of it, so a tap in it is followed by its attributes.
 */
function WalletsToCome({ html }: { html: string | null }) {
  const { languages, router } = useServices()
  const follow = ({ target }: Event) => followTap(router, findTapped(target))
  const followTaps = (picture: HTMLElement | null) => {
    picture?.addEventListener('click', follow)
    return () => picture?.removeEventListener('click', follow)
  }
  const { language, messages } = useFirstLocalization()
  const { home } = messages
  const attributes = { [AWAITING]: HOME_PICTURE, style: CONTENTS, suppressHydrationWarning: true }
  if (html !== null && language === languages.first)
    return <div {...attributes} ref={followTaps} dangerouslySetInnerHTML={{ __html: html }} />
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
  const { home } = useFirstMessages()
  const { open, getReady } = useConnect()
  return (
    <div className="actions">
      <Button intent="connect" onPress={open} onIntent={getReady}>
        {home.connect}
      </Button>
      <p className="actions-note">{home.connectNote}</p>
    </div>
  )
}

/** The member from `initData` first, then as the server has verified it. */
function Self({ state }: { state: MemberState }) {
  const { launch } = useServices().telegram
  const launched = launch.place === 'telegram' && launch.telegramId !== '' ? launch : null
  return <Person account={state.status === 'known' ? state.me.user : launched} name="h1" />
}
