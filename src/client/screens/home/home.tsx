import { useStore } from '@nanostores/react'
import { useMessages } from '../../i18n/use-speech.ts'
import { Button } from '../../ui/button.tsx'
import { LinkCell } from '../../ui/cell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { Promises } from '../promises.tsx'
import type { MemberState } from '../state/member.ts'
import { useIsLive } from '../use-is-live.ts'
import { useServices } from '../use-services.ts'
import { ConsentCard } from './consent-card.tsx'
import { DeviceWalletSection } from './device-wallet-section.tsx'
import { Person } from './person.tsx'
import { WalletCell } from './wallet-cell.tsx'

/** Home as the server sends it: everything that does not depend on who looks at it. */
const UNKNOWN: MemberState = { status: 'loading' }

export function Home() {
  const { member, router, preload } = useServices()
  const { home } = useMessages()
  const isLive = useIsLive()
  const current = useStore(member.state)
  const state = isLive ? current : UNKNOWN
  return (
    <Screen isBusy={state.status === 'loading'}>
      <Person state={state} isLive={isLive} />
      <ConnectButton />
      {state.status === 'known' ? (
        <>
          <Outdated state={state} />
          <Wallets state={state} />
        </>
      ) : (
        <Section header={home.wallets} key="unknown">
          <SkeletonCell />
          <SkeletonCell />
        </Section>
      )}
      {isLive && <DeviceWalletSection />}
      <Section key="settings">
        <LinkCell
          icon="gear"
          title={home.settings}
          onPress={() => router.open({ screen: 'settings' })}
          onIntent={() => preload('settings')}
        />
      </Section>
    </Screen>
  )
}

function ConnectButton() {
  const { router, preload, preparation, wallets } = useServices()
  const { home } = useMessages()
  const getReady = () => {
    preload('connect')
    // To prepare gives up a connection that stands: only the choice itself may do that.
    if (wallets.deviceWallet.get().status === 'disconnected') preparation.prepare()
  }
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

type KnownProps = { state: Extract<MemberState, { status: 'known' }> }

function Outdated({ state: { outdated } }: KnownProps) {
  const { home, problems } = useMessages()
  if (outdated === null) return null
  return (
    <Notice>
      {problems[outdated]} {home.outdated}
    </Notice>
  )
}

function Wallets({ state: { me } }: KnownProps) {
  const { home } = useMessages()
  const consents = me.consents.map((consent) => (
    <ConsentCard key={consent.attemptId} consent={consent} />
  ))
  if (me.wallets.length === 0) {
    const { proof, knows, never } = home.promises
    const items = [
      { ...proof, icon: 'pen' },
      { ...knows, icon: 'eye' },
      { ...never, icon: 'shield' },
    ] as const
    return <Promises header={home.empty} items={items} />
  }
  return (
    <>
      {consents}
      <Section header={home.wallets} key="wallets">
        {me.wallets.map((wallet) => (
          <WalletCell key={wallet.id} wallet={wallet} />
        ))}
      </Section>
    </>
  )
}
