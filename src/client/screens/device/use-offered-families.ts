import { FAMILIES, type Family } from '#shared/wallet.ts'
import { useServices } from '../context/context.ts'

/** Families whose wallets can be connected here. */
export function useOfferedFamilies(): readonly Family[] {
  const { wallets } = useServices()
  return FAMILIES.filter((family) => wallets[family] !== null)
}
