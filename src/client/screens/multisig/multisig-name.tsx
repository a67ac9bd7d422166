import type { Multisig } from '#shared/multisig.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useKindName } from '../account/use-kind-name.ts'

const WIDTH = 12

/** What a multisig is, such as `Safe 2 of 3`. */
export function MultisigName({ multisig }: { multisig: Multisig }) {
  const { title } = useMessagesOf('multisig')
  const kind = useKindName({ ...multisig, multisig })
  switch (kind.status) {
    case 'waiting':
      return <Skeleton width={WIDTH} />
    case 'failed':
      return title
    case 'ready':
      return kind.value
  }
}
