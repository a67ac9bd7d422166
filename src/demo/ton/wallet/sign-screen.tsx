import { useState } from 'react'
import { AppTitle } from '#demo/wallet/app-title.tsx'
import { BehaviourChoice } from '#demo/wallet/behaviour-choice.tsx'
import { Fact } from '#demo/wallet/fact.tsx'
import { RequestActions } from '#demo/wallet/request-actions.tsx'
import { Screen } from '#demo/wallet/screen.tsx'
import { TextToSign } from '#demo/wallet/text-to-sign.tsx'
import { ACCOUNT_NAMES } from './account-names.ts'
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
    <Screen
      actions={
        <RequestActions
          onReject={() => void wallet.reject()}
          onApprove={() => void wallet.approveText(behaviour)}
        />
      }
    >
      <AppTitle app={session.app} title={`${session.app.name} asks you to sign`} />
      <TextToSign text={payload.text} />
      <section className="card">
        <Fact name="Account">{ACCOUNT_NAMES[session.account]}</Fact>
        <Fact name="Site">{new URL(session.app.url).host}</Fact>
      </section>
      <BehaviourChoice
        value={behaviour}
        options={behaviours}
        labels={BEHAVIOUR_LABELS}
        onChange={setBehaviour}
      />
    </Screen>
  )
}
