import { useStore } from '@nanostores/react'
import { StatusScreen, type WalletStatus } from '#demo/wallet/status-screen.tsx'
import { describeHold } from '#demo/wallet/hold.ts'
import { isFramed, closeFrame } from '#demo/wallet/frame.ts'
import { AccountsScreen } from './accounts-screen.tsx'
import { ConnectScreen } from './connect-screen.tsx'
import { SignScreen } from './sign-screen.tsx'
import type { DemoEvmWallet } from './wallet.ts'
import { ACCOUNT_NAMES } from './accounts.ts'
import type { CollectingView, EvmWalletOutcome, EvmWalletView } from './wallet-view.ts'

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

type EvmStatusView = Exclude<EvmWalletView, { screen: 'accounts' | 'connect' | 'sign' }>

/** The status text while there is nothing to choose. */
function describeStatus(wallet: DemoEvmWallet, view: EvmStatusView): WalletStatus {
  const showAccounts = { label: 'Show accounts', run: () => wallet.showAccounts() }
  switch (view.screen) {
    case 'loading':
      return { sign: 'wait', title: 'Waiting for the app', action: showAccounts }
    case 'collecting':
      return describeCollecting(wallet, view)
    case 'sending':
      return { sign: 'wait', title: 'Sending the answer' }
    case 'waiting':
      return describeHold(view.until, () => wallet.answerNow())
    case 'unsent':
      return {
        sign: 'problem',
        title: 'The answer did not get through',
        text: 'The relay, the chain or the Transaction Service cannot be reached.',
        action: { label: 'Try again', run: () => wallet.retry() },
      }
    case 'done':
      return { ...OUTCOMES[view.outcome], action: backToApp(wallet) }
    default:
      return { sign: 'problem', ...TROUBLES[view.screen], action: showAccounts }
  }
}

function describeCollecting(
  wallet: DemoEvmWallet,
  { terms, signed, next }: CollectingView,
): WalletStatus {
  return {
    sign: 'wait',
    title: `${signed.length} of ${terms.threshold} owners have signed`,
    text: 'The app hears of it once all have, if this page is open then.',
    action: {
      label: next === null ? 'Send the answer' : `Sign as ${ACCOUNT_NAMES[next]}`,
      testId: 'sign-next',
      run: () => void wallet.signNext(),
    },
  }
}

/** A separate tab has no app to return to. */
function backToApp(wallet: DemoEvmWallet): NonNullable<WalletStatus['action']> {
  if (!isFramed()) return { label: 'Show accounts', run: () => wallet.showAccounts() }
  return { label: 'Back to the app', testId: 'back-to-app', run: leave }
}

/** Returns the screen to the app. A separate tab stays open, so that the person can paste another link. */
export function leave(): void {
  if (isFramed()) closeFrame()
}

const TROUBLES = {
  'malformed-link': {
    title: 'This link is not a request',
    text: 'A link to connect begins with wc:.',
  },
  'stale-link': {
    title: 'This link was used already',
    text: 'Or its time is over. Start again in the app that sent you here.',
  },
  expired: {
    title: 'The app no longer waits',
    text: 'Start again in the app that sent you here.',
  },
} as const

const OUTCOMES: Record<EvmWalletOutcome, Pick<WalletStatus, 'sign' | 'title' | 'text'>> = {
  connected: { sign: 'done', title: 'Connected', text: 'Go back to the app to sign.' },
  signed: { sign: 'done', title: 'Signed', text: 'You can go back to the app.' },
  rejected: { sign: 'refused', title: 'Refused', text: 'You can go back to the app.' },
  refused: {
    sign: 'refused',
    title: 'Refused',
    text: 'This account cannot do what the app asks for, or not on that chain.',
  },
  'signed-elsewhere': {
    sign: 'done',
    title: 'Signed',
    text: 'The app was not told. It finds it, if it looks.',
  },
  ignored: { sign: 'refused', title: 'No answer was sent', text: 'The app still waits.' },
  disconnected: { sign: 'refused', title: 'Disconnected', text: 'You can go back to the app.' },
}
