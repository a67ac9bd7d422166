import { useState } from 'react'
import { Fact } from '#demo/wallet/fact.tsx'
import { RequestScreen, TextToSign } from '#demo/wallet/request-screen.tsx'
import { evmChainName } from '#shared/evm-chains.ts'
import { shortAddress } from './accounts.ts'
import {
  BEHAVIOUR_LABELS,
  SAFE_MESSAGE_BEHAVIOURS,
  SIGN_BEHAVIOURS,
  type SignBehaviour,
  TREASURY_BEHAVIOURS,
} from './behaviour.ts'
import type { SigningRequest, SafeMessageData } from './signing-request.ts'
import type { DemoEvmWallet } from './wallet.ts'

type SignScreenProps = { wallet: DemoEvmWallet; request: SigningRequest }

/** What is signed, as real wallets show it: a text whole, a Safe's message by its hash. */
export function SignScreen({ wallet, request }: SignScreenProps) {
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
