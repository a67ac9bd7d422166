import type { Multisig } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useKindName } from '../account/use-kind-name.ts'

const WIDTH = 12

type Props = { multisig: Multisig; messages: MultisigMessages }

/** What a multisig is, such as `Safe 2 of 3`. */
export function MultisigName({ multisig, messages }: Props) {
  const kind = useKindName({ ...multisig, multisig })
  switch (kind.status) {
    case 'waiting':
      return <Skeleton width={WIDTH} />
    case 'failed':
      return messages.title
    case 'ready':
      return kind.value
  }
}
