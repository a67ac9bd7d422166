import { type Address, type Hex, getAddress, slice, zeroHash } from 'viem'
import type { ChainLine } from './chain-line.ts'
import { SAFE_ABI } from './safe-contracts.ts'
import type { SafeAccount } from './sign-as-safe.ts'

/** A Safe as its chain shows it. */
export type SafeState = {
  /** In the chain's order. */
  owners: readonly Address[]
  threshold: number
  /** The latest first. */
  modules: readonly Address[]
  guard: Address | null
}

/** The entry before the first one in a Safe's lists of owners and modules (SENTINEL_OWNERS, SENTINEL_MODULES). */
export const SENTINEL: Address = '0x0000000000000000000000000000000000000001'

/** GuardManager.GUARD_STORAGE_SLOT: keccak256 of `guard_manager.guard.address` */
const GUARD_SLOT: Hex = '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8'
/** More modules than any Safe of the demo has. */
const MODULES = 50n

export async function readSafeState(
  { client }: Pick<ChainLine, 'client'>,
  { address }: Pick<SafeAccount, 'address'>,
): Promise<SafeState> {
  const contract = { address, abi: SAFE_ABI } as const
  const [owners, threshold, [modules], guard] = await Promise.all([
    client.readContract({ ...contract, functionName: 'getOwners' }),
    client.readContract({ ...contract, functionName: 'getThreshold' }),
    client.readContract({
      ...contract,
      functionName: 'getModulesPaginated',
      args: [SENTINEL, MODULES],
    }),
    client.getStorageAt({ address, slot: GUARD_SLOT }),
  ])
  return { owners, threshold: Number(threshold), modules, guard: addressIn(guard) }
}

/** The address at the end of a word of storage. */
function addressIn(word: Hex = zeroHash): Address | null {
  return word === zeroHash ? null : getAddress(slice(word, 12))
}
