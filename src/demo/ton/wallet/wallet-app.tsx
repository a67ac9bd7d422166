import { useStore } from '@nanostores/react'
import { StatusScreen, type WalletStatus } from '#demo/wallet/status-screen.tsx'
import { describeHold } from '#demo/wallet/hold.ts'
import { closeFrame, isFramed } from '#demo/wallet/frame.ts'
import { AccountsScreen } from './accounts-screen.tsx'
import type { RotatableAccount } from './rotatable-account.ts'
import type { TonTreasury } from './treasury.ts'
import {
  type DemoTonWallet,
  requestedNetwork,
  type TonWalletView,
  type TonConnectView,
} from './wallet.ts'
import { useState, useMemo } from 'react'
import { Fact, RequestScreen, TextToSign } from '#demo/wallet/request-screen.tsx'
import { ACCOUNT_NAMES, shortAddress, type TonAccountKind, friendlyAddress } from './accounts.ts'
import {
  BEHAVIOUR_LABELS,
  TEXT_BEHAVIOURS,
  type TextBehaviour,
  BEHAVIOURS,
  type TonBehaviour,
} from './behaviour.ts'
import type { TonTextRequest } from './wallet-sessions.ts'
import { SelectRow } from '#demo/wallet/select-row.tsx'
import { appDomain } from './app-manifest.ts'

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

type SignScreenProps = { wallet: DemoTonWallet; request: TonTextRequest }

/** The requesting app and the whole text to sign. */
function SignScreen({ wallet, request: { session, payload } }: SignScreenProps) {
  const [behaviour, setBehaviour] = useState<TextBehaviour>('honest')
  const behaviours = TEXT_BEHAVIOURS.filter(
    (one) => one !== 'rotated-out-key' || session.account === 'rotatable',
  )
  return (
    <RequestScreen
      app={session.app}
      title={`${session.app.name} asks you to sign`}
      behaviour={behaviour}
      behaviours={behaviours}
      labels={BEHAVIOUR_LABELS}
      onBehaviour={setBehaviour}
      onReject={() => void wallet.reject()}
      onApprove={() => void wallet.approveText(behaviour)}
    >
      <TextToSign text={payload.text} />
      <section className="card">
        <Fact name="Account">{ACCOUNT_NAMES[session.account]}</Fact>
        <Fact name="Site">{new URL(session.app.url).host}</Fact>
      </section>
    </RequestScreen>
  )
}

type ConnectScreenProps = { wallet: DemoTonWallet; view: TonConnectView }

/** The requesting app, the exact content to sign, and the account. */
function ConnectScreen({ wallet, view }: ConnectScreenProps) {
  const network = requestedNetwork(view.link)
  const accounts = useMemo(() => wallet.accounts(network), [wallet, network])
  const [account, setAccount] = useState<TonAccountKind>('v5r1')
  const [behaviour, setBehaviour] = useState<TonBehaviour>('honest')
  const behaviours = BEHAVIOURS.filter(
    (one) => one !== 'rotated-out-key' || account === 'rotatable',
  )
  return (
    <RequestScreen
      app={view.manifest}
      title={`Connect to ${view.manifest.name}?`}
      behaviour={behaviour}
      behaviours={behaviours}
      labels={BEHAVIOUR_LABELS}
      onBehaviour={setBehaviour}
      onReject={() => void wallet.reject()}
      onApprove={() => void wallet.approve({ account, behaviour })}
    >
      <section className="card">
        <SelectRow
          label="Account"
          testId="account"
          value={account}
          options={accounts.map((one) => ({
            value: one.kind,
            label: `${ACCOUNT_NAMES[one.kind]} · ${shortAddress(friendlyAddress(one))}`,
          }))}
          onChange={setAccount}
        />
      </section>
      <RequestFacts view={view} />
    </RequestScreen>
  )
}

/** Everything that goes into the signature, and what it shows the app. */
function RequestFacts({ view: { link, manifest } }: { view: TonConnectView }) {
  const proof = link.request.items.find((item) => item.name === 'ton_proof')
  return (
    <>
      <h2>{proof ? 'What you sign' : 'What you show'}</h2>
      <section className="card" data-testid="request">
        <Fact name="Site" testId="domain">
          {appDomain(manifest)}
        </Fact>
        <Fact name="App address">{manifest.url}</Fact>
        <Fact name="It will know">
          {proof ? 'Your address, and that it is yours' : 'Your address'}
        </Fact>
        {proof && (
          <Fact name="One-time code" testId="payload" code>
            {proof.payload}
          </Fact>
        )}
        <Fact name="Network" testId="network">
          {requestedNetwork(link) === '-239' ? 'TON mainnet' : 'TON testnet'}
        </Fact>
      </section>
    </>
  )
}
