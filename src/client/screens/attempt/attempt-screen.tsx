import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import type { ShownAttempt } from '../state/attempt-view.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { Waiting } from '../waiting.tsx'
import { AwaitingConsent } from './awaiting-consent.tsx'
import { AwaitingWallet } from './awaiting-wallet.tsx'
import { Linked } from './linked.tsx'
import { CROSS } from '../../ui/icons/cross.ts'

/** One attempt to link a wallet: a view of what the server knows of it. */
export function AttemptScreen({ id }: { id: string }) {
  const { attempts } = useCore()
  const state = useStore(attempts.state)
  useEffect(() => {
    void attempts.resume(id)
    return attempts.watch()
  }, [attempts, id])
  if (state.status === 'shown' && state.attempt.id === id) return <Shown shown={state} />
  if (state.status === 'unavailable') {
    return <ProblemScreen code={state.code} onRetry={() => void attempts.resume(id)} />
  }
  return <Waiting />
}

function Shown({ shown }: { shown: ShownAttempt }) {
  const { attempt, failure } = shown
  if (failure !== null) return <Failed code={failure} />
  switch (attempt.state) {
    case 'created':
    case 'opened':
    case 'awaiting-wallet':
      return <AwaitingWallet shown={shown} />
    case 'awaiting-consent':
      return <AwaitingConsent until={attempt.expiresAt} />
    case 'linked':
      return <Linked wallet={attempt.wallet} />
    case 'failed':
      return <Failed code={attempt.errorCode ?? 'internal'} />
    case 'expired':
      return <Failed code={attempt.errorCode ?? 'attempt-expired'} />
    case 'cancelled':
      return <Cancelled />
  }
}

/** To try again is to begin anew: an attempt that failed stays failed. */
function Failed({ code }: { code: ProblemCode }) {
  const { router } = useServices()
  const { attempt } = useMessages()
  const startAnew = () => router.replace({ screen: 'connect' })
  return <ProblemScreen code={code} title={attempt.failed} onRetry={startAnew} />
}

function Cancelled() {
  const { router } = useServices()
  const { attempt, actions } = useMessages()
  return (
    <Screen>
      <Outcome icon={CROSS} tone="plain" title={attempt.failed} text={attempt.cancelled} />
      <MainAction text={actions.home} onPress={() => router.replace({ screen: 'home' })} />
    </Screen>
  )
}
