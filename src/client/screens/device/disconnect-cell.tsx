import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/cell.tsx'
import type { WalletConnector } from '../../wallets/wallet-connector.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useTask } from '../actions/use-task.ts'

/** Ends a wallet's connection on this device. Its link stays. */
export function DisconnectCell({ connector }: { connector: WalletConnector }) {
  const { home } = useMessages()
  const { run, isBusy, problem } = useTask()
  return (
    <>
      <ActionCell
        tone="destructive"
        title={home.disconnect}
        isBusy={isBusy}
        onPress={() => run(() => connector.disconnect())}
      />
      <ProblemNotice code={problem} />
    </>
  )
}
