import type { Attempt } from '#shared/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useChoosing } from '../connect/use-choosing.ts'
import { findPurpose } from '../routing/attempt-routes.ts'
import type { Preparation } from './state/preparation.ts'
import { useAnnounce } from '../use-announce.ts'
import { useCore } from '../use-core.ts'
import { type EvmTexts, useEvmMessages } from '../use-evm-messages.ts'

type Props = { attempt: Attempt }

/** Moves an attempt from another device to our page in the browser, where the operator has EVM wallets connect. */
export function HandOver({ attempt }: Props) {
  const { preparations } = useCore()
  const messages = useEvmMessages()
  if (preparations.evm === null || messages.status !== 'ready') return null
  return (
    <Offer attempt={attempt} preparation={preparations.evm} messages={messages.value.browser} />
  )
}

type OfferProps = Props & { preparation: Preparation; messages: EvmTexts['browser'] }

function Offer({ attempt, preparation, messages }: OfferProps) {
  const { attempts } = useCore()
  const purpose = findPurpose(attempt) ?? undefined
  const { state, choose } = useChoosing(preparation, purpose)
  const isBusy = state.status === 'preparing'
  const isReady = state.status === 'ready' && state.attempt.id === attempt.id
  // The ticket arrived too late for the tap.
  const isLate = isReady && state.wanted !== null
  useAnnounce(isLate ? messages.open : null)
  const goOn = () => {
    if (!isReady) takeOver()
    choose('browser')
  }
  const takeOver = () => {
    attempts.adopt(attempt)
    // The prepared one may be another attempt.
    preparation.reset()
  }
  return (
    <div className="actions">
      <Button isBusy={isBusy} onPress={() => isBusy || goOn()}>
        {isLate ? messages.open : messages.goOn}
      </Button>
      <ProblemNotice code={state.status === 'failed' ? state.code : null} />
    </div>
  )
}
