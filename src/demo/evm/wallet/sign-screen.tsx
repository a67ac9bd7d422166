import { useState } from 'react'
import { AppTitle } from '#demo/wallet/app-title.tsx'
import { BehaviourChoice } from '#demo/wallet/behaviour-choice.tsx'
import { Fact } from '#demo/wallet/fact.tsx'
import { RequestActions } from '#demo/wallet/request-actions.tsx'
import { Screen } from '#demo/wallet/screen.tsx'
import { TextToSign } from '#demo/wallet/text-to-sign.tsx'
import { evmChainName } from '#shared/evm-chains.ts'
import { shortAddress } from './account-names.ts'
import { BEHAVIOUR_LABELS, SIGN_BEHAVIOURS, type SignBehaviour } from './behaviour.ts'
import type { TextRequest } from './text-request.ts'
import type { EvmWallet } from './wallet.ts'

type SignScreenProps = { wallet: EvmWallet; request: TextRequest }

/** The whole text, as it is signed. */
export function SignScreen({ wallet, request: { app, text, address, chainId } }: SignScreenProps) {
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
      <TextToSign text={text} />
      <section className="card">
        <Fact name="Account">{shortAddress(address)}</Fact>
        <Fact name="Chain">{evmChainName(chainId)}</Fact>
        <Fact name="Site">{new URL(app.url).host}</Fact>
      </section>
      <BehaviourChoice
        value={behaviour}
        options={SIGN_BEHAVIOURS}
        labels={BEHAVIOUR_LABELS}
        onChange={setBehaviour}
      />
    </Screen>
  )
}
