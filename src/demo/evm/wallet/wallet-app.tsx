import { useStore } from '@nanostores/react'
import { StatusScreen, type WalletStatus } from '#demo/wallet/status-screen.tsx'
import { describeHold } from '#demo/wallet/hold.ts'
import { isFramed, closeFrame } from '#demo/wallet/frame.ts'
import { AccountsScreen } from './accounts-screen.tsx'
import type { DemoEvmWallet } from './wallet.ts'
import { ACCOUNT_NAMES, shortAddress, type EvmAccountKind } from './accounts.ts'
import type {
  CollectingView,
  EvmWalletOutcome,
  EvmWalletView,
  EvmConnectView,
} from './wallet-view.ts'
import { useState } from 'react'
import { Fact, RequestScreen, TextToSign } from '#demo/wallet/request-screen.tsx'
import { SelectRow } from '#demo/wallet/select-row.tsx'
import { evmChainName } from '#shared/evm-chains.ts'
import {
  BEHAVIOUR_LABELS,
  CONNECT_BEHAVIOURS,
  type ConnectBehaviour,
  SAFE_MESSAGE_BEHAVIOURS,
  SIGN_BEHAVIOURS,
  SIGN_IN_BEHAVIOURS,
  type SignBehaviour,
  TREASURY_BEHAVIOURS,
} from './behaviour.ts'
import { signsIn } from './sign-in.ts'
import type { SigningRequest, SafeMessageData } from './signing-request.ts'

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
    text: 'A link to connect starts with wc:.',
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
  connected: { sign: 'done', title: 'Connected', text: 'The message to sign appears here.' },
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
    text: 'The app gets no answer. It finds the signature when it reads the Safe again.',
  },
  ignored: { sign: 'refused', title: 'No answer was sent', text: 'The app still waits.' },
  disconnected: { sign: 'refused', title: 'Disconnected', text: 'You can go back to the app.' },
}

const WITH_SIGN_IN = [...CONNECT_BEHAVIOURS, ...SIGN_IN_BEHAVIOURS]

type EvmConnectScreenProps = { wallet: DemoEvmWallet; view: EvmConnectView }

/** The requesting app, the data that it will see, and the account. */
function ConnectScreen({ wallet, view: { proposal } }: EvmConnectScreenProps) {
  const { app, chainIds } = proposal
  const [account, setAccount] = useState<EvmAccountKind>('main')
  const [chosen, setBehaviour] = useState<ConnectBehaviour>('honest')
  const text = wallet.getSignInText(account)
  const behaviour = text === null && signsIn(chosen) ? 'honest' : chosen
  return (
    <RequestScreen
      app={app}
      title={`Connect to ${app.name}?`}
      behaviour={behaviour}
      behaviours={text === null ? CONNECT_BEHAVIOURS : WITH_SIGN_IN}
      labels={BEHAVIOUR_LABELS}
      onBehaviour={setBehaviour}
      onReject={() => void wallet.reject()}
      onApprove={() => void wallet.connect({ account, behaviour })}
    >
      <section className="card">
        <SelectRow
          label="Account"
          testId="account"
          value={account}
          options={wallet.accounts.map(({ kind, address }) => ({
            value: kind,
            label: `${ACCOUNT_NAMES[kind]} · ${shortAddress(address)}`,
          }))}
          onChange={setAccount}
        />
      </section>
      <h2>What you show</h2>
      <section className="card" data-testid="request">
        <Fact name="Site" testId="domain">
          {new URL(app.url).host}
        </Fact>
        <Fact name="It will know">Your address</Fact>
        <Fact name="Chains" testId="chains">
          {chainIds.map(evmChainName).join(', ')}
        </Fact>
      </section>
      {text !== null && signsIn(behaviour) && <TextToSign text={text} />}
    </RequestScreen>
  )
}

type EvmSignScreenProps = { wallet: DemoEvmWallet; request: SigningRequest }

/** What is signed, as real wallets show it: a text whole, a Safe's message by its hash. */
function SignScreen({ wallet, request }: EvmSignScreenProps) {
  const { app, address, chainId } = request
  const [behaviour, setBehaviour] = useState<SignBehaviour>('honest')
  return (
    <RequestScreen
      app={app}
      title={`${app.name} asks you to sign`}
      behaviour={behaviour}
      behaviours={behavioursFor(wallet, request)}
      labels={BEHAVIOUR_LABELS}
      onBehaviour={setBehaviour}
      onReject={() => void wallet.reject()}
      onApprove={() => void wallet.sign(behaviour)}
    >
      {request.kind === 'text' ? (
        <TextToSign text={request.text} />
      ) : (
        <SafeMessageFacts data={request.data} />
      )}
      <section className="card">
        <Fact name="Account" testId="signing-account">
          {shortAddress(address)}
        </Fact>
        <Fact name="Chain">{evmChainName(chainId)}</Fact>
        <Fact name="Site">{new URL(app.url).host}</Fact>
      </section>
    </RequestScreen>
  )
}

function behavioursFor(
  { accounts }: DemoEvmWallet,
  { kind, address }: SigningRequest,
): readonly SignBehaviour[] {
  if (kind === 'safe-message') return SAFE_MESSAGE_BEHAVIOURS
  const account = accounts.find((one) => one.address.toLowerCase() === address.toLowerCase())
  return account?.kind === 'treasury' ? TREASURY_BEHAVIOURS : SIGN_BEHAVIOURS
}

/** All that a wallet knows of a Safe's message: for whom, and its hash. The text itself is not in it. */
function SafeMessageFacts({ data }: { data: SafeMessageData }) {
  const { domain, primaryType, message } = data
  return (
    <section className="card" data-testid="typed-data">
      <Fact name="Type">{primaryType}</Fact>
      <Fact name="Contract" testId="verifying-contract" code>
        {domain.verifyingContract}
      </Fact>
      <Fact name="Of the chain" testId="domain-chain">
        {evmChainName(domain.chainId)}
      </Fact>
      <Fact name="Message" testId="message-hash" code>
        {message.message}
      </Fact>
    </section>
  )
}
