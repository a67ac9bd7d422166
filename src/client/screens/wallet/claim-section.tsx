import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Cell } from '../../ui/cell.tsx'
import { WARNING } from '../../ui/first-icons.ts'
import { CHECK } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { ClaimDetails } from '../claim/claim-details.tsx'
import { useClaim, type WrittenClaim } from '../claim/use-claim.ts'

/** What is proven about the member's own wallet, in one sentence, and how it was verified. */
export function ClaimSection({ wallet }: { wallet: Wallet }) {
  const { wallet: messages } = useMessages()
  const claim = useClaim(wallet, null)
  return (
    <Section>
      {claim.status === 'waiting' && <SkeletonCell />}
      {claim.status === 'ready' && <ClaimCell claim={claim.value} />}
      <ClaimDetails wallet={wallet} bindings={messages.bindings} />
    </Section>
  )
}

function ClaimCell({ claim: { sentence, time, isProven } }: { claim: WrittenClaim }) {
  return (
    <Cell
      tone={isProven ? 'success' : 'warning'}
      icon={isProven ? CHECK : WARNING}
      title={<strong>{sentence}</strong>}
      subtitle={time}
    />
  )
}
