import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { WARNING } from '../../ui/first-icons.ts'
import { CHECK, SHIELD } from '../../ui/icons.ts'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { ClaimDetails } from '../claim/claim-details.tsx'
import { RouteCell } from '../screen/route-cell.tsx'
import { useClaim } from '../claim/use-claim.ts'

type Props = { wallet: Wallet }

/** What is proven about the member's own wallet, in one sentence, the way to its proof, and how it was verified. */
export function ClaimSection({ wallet }: Props) {
  const { wallet: messages } = useMessages()
  return (
    <Section>
      <ClaimCell wallet={wallet} />
      {wallet.staleAt === null && (
        <RouteCell
          to={{ screen: 'proof', id: wallet.id }}
          icon={SHIELD}
          title={messages.document}
          subtitle={messages.documentNote}
        />
      )}
      <ClaimDetails wallet={wallet} bindings={messages.bindings} />
    </Section>
  )
}

/** What is proven about the member's own wallet, in one sentence. */
export function ClaimCell({ wallet }: Props) {
  const claim = useClaim(wallet, null)
  if (claim.status !== 'ready') return claim.status === 'waiting' && <SkeletonCell />
  const { sentence, time, isProven } = claim.value
  return (
    <Cell
      tone={isProven ? 'success' : 'warning'}
      icon={isProven ? CHECK : WARNING}
      title={<strong>{sentence}</strong>}
      subtitle={time}
    />
  )
}
