import { useStore } from '@nanostores/react'
import { StatusScreen } from '#demo/wallet/status-screen.tsx'
import { AccountsScreen } from './accounts-screen.tsx'
import { ConnectScreen } from './connect-screen.tsx'
import { SignScreen } from './sign-screen.tsx'
import { describeStatus } from './wallet-status.ts'
import type { DemoEvmWallet } from './wallet.ts'

export function WalletApp({ wallet }: { wallet: DemoEvmWallet }) {
  const view = useStore(wallet.view)
  switch (view.screen) {
    case 'accounts':
      return <AccountsScreen wallet={wallet} />
    case 'connect':
      return <ConnectScreen wallet={wallet} view={view} />
    case 'sign':
      return <SignScreen wallet={wallet} request={view.request} />
    default:
      return <StatusScreen status={describeStatus(wallet, view)} />
  }
}
