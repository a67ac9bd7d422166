import { ACCOUNT_NAMES } from './account-names.ts'
import { AppTitle } from './app-title.tsx'
import { Fact } from './fact.tsx'
import { RequestActions } from './request-actions.tsx'
import { Screen } from './screen.tsx'
import type { TextRequest } from './wallet-sessions.ts'
import type { Wallet } from './wallet.ts'

type SignScreenProps = { wallet: Wallet; request: TextRequest }

export function SignScreen({ wallet, request: { session, payload } }: SignScreenProps) {
  return (
    <Screen
      actions={
        <RequestActions
          onReject={() => void wallet.reject()}
          onApprove={() => void wallet.approveText()}
        />
      }
    >
      <AppTitle app={session.app} title={`${session.app.name} asks you to sign`} />
      <section className="card">
        <p className="text-to-sign" data-testid="text">
          {payload.text}
        </p>
      </section>
      <section className="card">
        <Fact name="Account">{ACCOUNT_NAMES[session.account]}</Fact>
        <Fact name="Site">{new URL(session.app.url).host}</Fact>
      </section>
      <p className="note">No money moves, and it costs nothing.</p>
    </Screen>
  )
}
