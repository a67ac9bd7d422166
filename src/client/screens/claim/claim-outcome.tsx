import type { Wallet } from '#shared/wallet.ts'
import { WARNING } from '../../ui/first-icons.ts'
import { CHECK } from '../../ui/icons.ts'
import { Outcome } from '../screen/outcome.tsx'
import { useClaim } from './use-claim.ts'

type Props = {
  wallet: Wallet
  /** What has just been done. */
  done: string
}

/** What is proven about the member by what has just been done. The proof may have become stale since. */
export function ClaimOutcome({ wallet, done }: Props) {
  const claim = useClaim(wallet, null)
  if (claim.status !== 'ready') return <Outcome icon={CHECK} tone="success" title={done} />
  const { sentence, time, isProven } = claim.value
  return (
    <Outcome
      icon={isProven ? CHECK : WARNING}
      tone={isProven ? 'success' : 'warning'}
      title={sentence}
      text={`${done} · ${time}`}
    />
  )
}
