import { describeHold } from '#demo/wallet/describe-hold.ts'
import type { WalletStatus } from '#demo/wallet/status-screen.tsx'
import { leave } from './leave.ts'
import type { TonWalletView } from './wallet-view.ts'
import type { DemoTonWallet } from './wallet.ts'

type TonStatusView = Exclude<TonWalletView, { screen: 'accounts' | 'connect' | 'sign' }>

/** The status text while there is nothing to choose. */
export function describeStatus(wallet: DemoTonWallet, view: TonStatusView): WalletStatus {
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

const OUTCOMES = {
  connected: { sign: 'done', title: 'Done' },
  signed: { sign: 'done', title: 'Signed' },
  rejected: { sign: 'refused', title: 'Refused' },
} as const
