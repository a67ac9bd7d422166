import type { StoredMultisig } from '../store/database/stored.ts'

/** @param address raw */
export type TonMultisigAddress = { family: 'ton'; address: string }

/** `address` with its checksum; `chainId` null for every chain that the operator offers. */
export type EvmMultisigAddress = { family: 'evm'; address: string; chainId: number | null }

/** A possible place of a multisig: an address on one chain. */
export type MultisigLocation =
  | TonMultisigAddress
  | { family: 'evm'; address: string; chainId: number }

/** Where a multisig that we know is. */
export function getLocation(multisig: StoredMultisig): MultisigLocation {
  const { address } = multisig
  return multisig.family === 'ton'
    ? { family: 'ton', address }
    : { family: 'evm', address, chainId: multisig.chainId }
}

/** A key that is unique for each location. */
export function locationKey(location: MultisigLocation): string {
  return `${location.family === 'ton' ? 'ton' : location.chainId}:${location.address}`
}
