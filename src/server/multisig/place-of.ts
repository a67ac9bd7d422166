import type { StoredMultisig } from '../store/multisig-store.ts'
import type { TonAddressPlace } from './places.ts'

/** Where one multisig may be: an address on one chain. */
export type ReadPlace = TonAddressPlace | { family: 'evm'; address: string; chainId: number }

/** Where a multisig that we know is. */
export function placeOf(multisig: StoredMultisig): ReadPlace {
  const { address } = multisig
  return multisig.family === 'ton'
    ? { family: 'ton', address }
    : { family: 'evm', address, chainId: multisig.chainId }
}

/** Tells places apart. */
export function placeKey(place: ReadPlace): string {
  return `${place.family === 'ton' ? 'ton' : place.chainId}:${place.address}`
}
