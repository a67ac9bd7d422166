import { useState } from 'react'
import { Fact } from '#demo/wallet/fact.tsx'
import { RequestScreen, TextToSign } from '#demo/wallet/request-screen.tsx'
import { ACCOUNT_NAMES } from './accounts.ts'
import { BEHAVIOUR_LABELS, TEXT_BEHAVIOURS, type TextBehaviour } from './behaviour.ts'
import type { TonTextRequest } from './wallet-sessions.ts'
import type { DemoTonWallet } from './wallet.ts'

type SignScreenProps = { wallet: DemoTonWallet; request: TonTextRequest }

/** The requesting app and the whole text to sign. */
export function SignScreen({ wallet, request: { session, payload } }: SignScreenProps) {
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
