import { useStore } from '../../ui/use-store.ts'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { EvmAddressSchema, RawTonAddressSchema, TonNetworkSchema } from '#shared/address.ts'
import type { Family } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import type { DeviceWallet, WalletConnector } from '../../wallets/wallet-connector.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ShortAddress } from '../short-address.tsx'
import type { Addressed } from '../unbroken-address.ts'
import { useIsSlow } from '../use-is-slow.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { DEVICE, REFRESH } from '../../ui/icons.ts'

/** Wallets connected on this device, which is not the same as linked on the server. */
export function DeviceWalletSection() {
  const { wallets } = useServices()
  const { home } = useMessages()
  const messages = { header: home.device, footer: home.deviceNote }
  const hasTon = useStore(wallets.ton.deviceWallet).status === 'connected'
  return (
    <>
      <OfFamily family="ton" connector={wallets.ton} messages={messages} />
      {wallets.evm !== null && (
        // One title for both, because screen readers cannot distinguish two sections with the same name.
        <OfFamily family="evm" connector={wallets.evm} messages={hasTon ? {} : messages} />
      )}
    </>
  )
}

type FamilyProps = {
  family: Family
  connector: WalletConnector
  messages: { header?: string; footer?: string }
}

function OfFamily({ family, connector, messages }: FamilyProps) {
  const { router } = useServices()
  const { home } = useMessages()
  const { run, isBusy, problem } = useTask()
  const wallet = useStore(connector.deviceWallet)
  if (wallet.status === 'restoring') return <Restoring connector={connector} />
  if (wallet.status === 'disconnected') return null
  const account = findAccount(family, wallet)
  return (
    <Section {...messages}>
      <Cell
        icon={DEVICE}
        title={<bdi>{wallet.walletApp.name}</bdi>}
        after={account !== null && <ShortAddress wallet={account} />}
      />
      <ActionCell
        tone="accent"
        title={home.switch}
        onPress={() => router.open({ screen: 'connect' })}
      />
      <ActionCell
        tone="destructive"
        title={home.disconnect}
        isBusy={isBusy}
        onPress={() => run(() => connector.disconnect())}
      />
      <ProblemNotice code={problem} />
    </Section>
  )
}

/** Whether a wallet is connected is not known yet. */
function Restoring({ connector }: { connector: WalletConnector }) {
  const { actions, connect } = useMessages()
  const { run, isBusy, problem } = useTask()
  const [tries, setTries] = useState(0)
  const isSlow = useIsSlow(true, tries)
  useEffect(() => refreshSoon(connector), [connector])
  const refreshAgain = () => {
    setTries(tries + 1)
    run(() => connector.restore())
  }
  return (
    <Section>
      {isSlow ? <Cell icon={DEVICE} title={connect.preparing} /> : <SkeletonCell />}
      {isSlow && (
        <ActionCell
          icon={REFRESH}
          tone="accent"
          title={actions.retry}
          isBusy={isBusy}
          onPress={refreshAgain}
        />
      )}
      <ProblemNotice code={problem} />
    </Section>
  )
}

/** When after the start to restore an earlier connection, in milliseconds: its library has low priority. */
const REFRESH_AFTER_MS = 2_000

function refreshSoon(connector: WalletConnector): () => void {
  // If this fails, the wallet stays unknown, and a tap can restore it.
  const timer = setTimeout(() => void connector.restore().catch(() => {}), REFRESH_AFTER_MS)
  return () => clearTimeout(timer)
}

/** Shows the address that a wallet reports only if it is a valid one. */
function findAccount(
  family: Family,
  { address, network }: Extract<DeviceWallet, { status: 'connected' }>,
): Addressed | null {
  if (family === 'evm') return v.is(EvmAddressSchema, address) ? { family, address } : null
  const isShown = v.is(RawTonAddressSchema, address) && v.is(TonNetworkSchema, network)
  return isShown ? { family, address, network } : null
}
