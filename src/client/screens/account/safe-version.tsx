import { Cell } from '../../ui/list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSection } from '../arriving/use-section.ts'

const TITLE_WIDTH = 8

/** Version of a Safe's contract. Nothing where EVM wallets are not offered. */
export function SafeVersion({ version }: { version: string }) {
  const evm = useSection('evm')
  if (evm.status === 'failed') return null
  const title = evm.status === 'ready' ? evm.value.safe.version : <Skeleton width={TITLE_WIDTH} />
  return <Cell title={title} after={<bdi>{version}</bdi>} />
}
