import { useStore } from '../../use-store.ts'
import { useEffect, useState } from 'react'
import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import type { WalletConnector } from '../../wallets/wallet-connector.ts'
import { RetryCell } from '../arriving/retry-cell.tsx'
import { DisconnectCell } from '../device/disconnect-cell.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import {
  type ConnectedWallet,
  isSame,
  useConnectedWallets,
} from '../device/use-connected-wallets.ts'
import { useIsSlow } from '../screen/use-is-slow.ts'
import { useServices } from '../context/context.ts'
import { useTask } from '../actions/use-task.ts'
import { DEVICE } from '../../ui/icons.ts'

/** Wallets that are connected on this device and not linked; a linked one says in its own line that it is connected. */
export function DeviceWalletSection({ linked }: { linked: readonly Wallet[] }) {
  const { wallets } = useServices()
  const { home } = useMessages()
  const unlinked = useConnectedWallets().filter(({ account }) => !isAmong(linked, account))
  return (
    <>
      <Restoring connector={wallets.ton} />
      {wallets.evm !== null && <Restoring connector={wallets.evm} />}
      {unlinked.length > 0 && (
        <Section header={home.device} footer={home.deviceNote}>
          {unlinked.map((wallet) => (
            <Unlinked key={wallet.family} wallet={wallet} />
          ))}
        </Section>
      )}
    </>
  )
}

function isAmong(linked: readonly Wallet[], account: ConnectedWallet['account']): boolean {
  return account !== null && linked.some((wallet) => isSame(account, wallet))
}

function Unlinked({ wallet: { walletApp, account, connector } }: { wallet: ConnectedWallet }) {
  const { router } = useServices()
  const { home } = useMessages()
  return (
    <>
      <Cell
        icon={DEVICE}
        title={<bdi>{walletApp.name}</bdi>}
        after={account !== null && <ShortAddress wallet={account} />}
      />
      <ActionCell
        tone="accent"
        title={home.switch}
        onPress={() => router.open({ screen: 'connect' })}
      />
      <DisconnectCell connector={connector} />
    </>
  )
}

/** Restores an earlier connection in the background, and offers to try again where that takes long. */
function Restoring({ connector }: { connector: WalletConnector }) {
  const { connect } = useMessages()
  const { run, isBusy, problem } = useTask()
  const isRestoring = useStore(connector.deviceWallet).status === 'restoring'
  const [tries, setTries] = useState(0)
  const isSlow = useIsSlow(isRestoring, tries)
  useEffect(() => {
    return isRestoring ? refreshSoon(connector) : undefined
  }, [connector, isRestoring])
  if (!isSlow && problem === null) return null
  const refreshAgain = () => {
    setTries(tries + 1)
    run(() => connector.restore())
  }
  return (
    <Section>
      <Cell icon={DEVICE} title={connect.preparing} />
      <RetryCell isBusy={isBusy} onPress={refreshAgain} />
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
