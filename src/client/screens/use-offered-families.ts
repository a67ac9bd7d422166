import { FAMILIES, type Family } from '#shared/wallet.ts'
import { useServices } from './use-services.ts'

/** Families of which a wallet can be connected here. */
export function useOfferedFamilies(): readonly Family[] {
  const { wallets } = useServices()
  return FAMILIES.filter((family) => wallets[family] !== null)
}
