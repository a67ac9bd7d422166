import { useState } from 'react'
import { AppTitle } from '#demo/wallet/app-title.tsx'
import { BehaviourChoice } from '#demo/wallet/behaviour-choice.tsx'
import { Fact } from '#demo/wallet/fact.tsx'
import { RequestActions } from '#demo/wallet/request-actions.tsx'
import { Screen } from '#demo/wallet/screen.tsx'
import { TextToSign } from '#demo/wallet/text-to-sign.tsx'
import { evmChainName } from '#shared/evm-chains.ts'
import { shortAddress } from './account-names.ts'
import {
  BEHAVIOUR_LABELS,
  SAFE_MESSAGE_BEHAVIOURS,
  SIGN_BEHAVIOURS,
  type SignBehaviour,
  TREASURY_BEHAVIOURS,
} from './behaviour.ts'
import { SafeMessageFacts } from './safe-message-facts.tsx'
import type { SigningRequest } from './signing-request.ts'
import type { DemoEvmWallet } from './wallet.ts'

type SignScreenProps = { wallet: DemoEvmWallet; request: SigningRequest }

/** What is signed, as real wallets show it: a text whole, a Safe's message by its hash. */
export function SignScreen({ wallet, request }: SignScreenProps) {
  const { app, address, chainId } = request
  const [behaviour, setBehaviour] = useState<SignBehaviour>('honest')
  return (
    <Screen
      actions={
        <RequestActions
          onReject={() => void wallet.reject()}
          onApprove={() => void wallet.sign(behaviour)}
        />
      }
    >
      <AppTitle app={app} title={`${app.name} asks you to sign`} />
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
      <BehaviourChoice
        value={behaviour}
        options={behavioursFor(wallet, request)}
        labels={BEHAVIOUR_LABELS}
        onChange={setBehaviour}
      />
    </Screen>
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
