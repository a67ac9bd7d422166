import { useMessages } from '../../i18n/use-localization.ts'
import type { WalletConnector } from '../../wallets/wallet-connector.ts'
import { TaskCell } from '../actions/task-cell.tsx'

/** Ends a wallet's connection on this device. Its link stays. */
export function DisconnectCell({ connector }: { connector: WalletConnector }) {
  const { home } = useMessages()
  return <TaskCell tone="destructive" title={home.disconnect} work={() => connector.disconnect()} />
}
