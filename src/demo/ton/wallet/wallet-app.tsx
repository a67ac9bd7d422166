import { useStore } from '@nanostores/react'
import { StatusScreen } from '#demo/wallet/status-screen.tsx'
import { AccountsScreen } from './accounts-screen.tsx'
import { ConnectScreen } from './connect-screen.tsx'
import type { RotatableAccount } from './rotatable-account.ts'
import { SignScreen } from './sign-screen.tsx'
import type { TonTreasury } from './treasury.ts'
import { describeStatus } from './wallet-status.ts'
import type { DemoTonWallet } from './wallet.ts'

type WalletAppProps = { wallet: DemoTonWallet; rotatable: RotatableAccount; treasury: TonTreasury }

export function WalletApp({ wallet, rotatable, treasury }: WalletAppProps) {
  const view = useStore(wallet.view)
  switch (view.screen) {
    case 'accounts':
      return <AccountsScreen wallet={wallet} rotatable={rotatable} treasury={treasury} />
    case 'connect':
      return <ConnectScreen wallet={wallet} view={view} />
    case 'sign':
      return <SignScreen wallet={wallet} request={view.request} />
    default:
      return <StatusScreen status={describeStatus(wallet, view)} />
  }
}
