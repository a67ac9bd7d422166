import type { Cosigning } from '#shared/multisig.ts'
import { Notice } from '../../ui/notice.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useMe } from '../context/use-services.ts'
import { useOfferedFamilies } from '../device/use-offered-families.ts'

type Props = { cosigning: Cosigning }

/** What happens to a confirmation that would not be attributed to the member. Stands before what they would sign. */
export function WhoseItIs({ cosigning: { method, multisig, owners } }: Props) {
  const { cosign } = useMessagesOf('multisig')
  const own = owners.filter(({ mine }) => mine)
  const isOffered = useOfferedFamilies().includes(multisig.family)
  // Before the member is known, nobody's wallets are.
  if (useMe() === null || !isOffered) return null
  if (own.some(({ signed }) => signed)) return <Notice>{cosign.anonymous}</Notice>
  if (own.length > 0) return null
  return <Notice>{method === 'signatures' ? cosign.unlistedSignature : cosign.unlisted}</Notice>
}
