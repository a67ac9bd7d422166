import type { Multisig } from '#shared/multisig.ts'
import type { Addressed } from '../account/unbroken-address.ts'

/** A multisig's owner, as an address of its family. */
export function ownerAccount(multisig: Multisig, address: string): Addressed {
  return multisig.family === 'ton'
    ? { family: 'ton', network: multisig.network, address }
    : { family: 'evm', address }
}
