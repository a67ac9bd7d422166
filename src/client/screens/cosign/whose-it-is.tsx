import type { Cosigning } from '#shared/multisig.ts'
import { Notice } from '../../ui/notice.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useOfferedFamilies } from '../device/use-offered-families.ts'

type Props = { cosigning: Cosigning }

/** What happens to a confirmation that would not be attributed to the member. Stands before what they would sign. */
export function WhoseItIs({ cosigning: { method, multisig, owners } }: Props) {
  const { cosign } = useMessagesOf('multisig')
  const own = owners.filter(({ mine }) => mine)
  if (!useOfferedFamilies().includes(multisig.family)) return null
  if (own.some(({ signed }) => signed)) return <Notice>{cosign.anonymous}</Notice>
  if (own.length > 0) return null
  return <Notice>{method === 'signatures' ? cosign.unlistedSignature : cosign.unlisted}</Notice>
}
