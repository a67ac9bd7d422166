import { useStore } from '@nanostores/react'
import { StatusScreen, type WalletStatus } from '#demo/wallet/status-screen.tsx'
import { describeHold } from '#demo/wallet/hold.ts'
import { closeFrame, isFramed } from '#demo/wallet/frame.ts'
import { AccountsScreen } from './accounts-screen.tsx'
import { ConnectScreen } from './connect-screen.tsx'
import type { RotatableAccount } from './rotatable-account.ts'
import { SignScreen } from './sign-screen.tsx'
import type { TonTreasury } from './treasury.ts'
import type { DemoTonWallet } from './wallet.ts'
import type { TonWalletView } from './wallet-view.ts'

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

type TonStatusView = Exclude<TonWalletView, { screen: 'accounts' | 'connect' | 'sign' }>

/** The status text while there is nothing to choose. */
function describeStatus(wallet: DemoTonWallet, view: TonStatusView): WalletStatus {
  const showAccounts = { label: 'Show accounts', run: () => wallet.showAccounts() }
  switch (view.screen) {
    case 'loading':
      return { sign: 'wait', title: 'Asking the app who it is' }
    case 'waiting':
      return describeHold(view.until, () => wallet.answerNow())
    case 'malformed-link':
      return {
        sign: 'problem',
        title: 'This link is not a request',
        text: 'Start again in the app that sent you here.',
        action: showAccounts,
      }
    case 'unknown-app':
      return {
        sign: 'problem',
        title: 'The app does not say who it is',
        text: 'Its manifest could not be read, so the request was refused.',
        action: showAccounts,
      }
    case 'unsent':
      return {
        sign: 'problem',
        title: 'The answer did not get through',
        text: 'The bridge or the chain cannot be reached.',
        action: { label: 'Try again', run: () => wallet.retry() },
      }
    default:
      return {
        ...OUTCOMES[view.outcome],
        text: 'You can go back to the app.',
        action: { label: 'Back to the app', testId: 'back-to-app', run: leave },
      }
  }
}

/** Gives the screen back to the app; a window that an app opened closes itself. */
export function leave(): void {
  if (isFramed()) closeFrame()
  else window.close()
}

const OUTCOMES = {
  connected: { sign: 'done', title: 'Done' },
  signed: { sign: 'done', title: 'Signed' },
  rejected: { sign: 'refused', title: 'Refused' },
} as const
