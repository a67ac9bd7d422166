import { type Address, type Hex, isAddressEqual } from 'viem'
import type { SafeState } from './read-safe-state.ts'
import type { Safes } from './safe.ts'
import type { SafeAccount } from './sign-as-safe.ts'
import {
  TREASURY_OWNERS,
  TREASURY_PEOPLE,
  TREASURY_THRESHOLD,
  type TreasuryPerson,
  treasuryAddress,
  treasuryKey,
} from './treasury-keys.ts'

/** The demo's Safe of several people, 2 of 3. Every user of the demo may change it, as all its owners. */
export type SafeTreasury = {
  safe: SafeAccount
  read(): Promise<SafeState>
  /** The current owners among the demo's people. */
  owners(): Promise<readonly TreasuryPerson[]>
  /** Replaces one owner. @default the spare replaces the third owner */
  swapOwner(change?: { from: TreasuryPerson; to: TreasuryPerson }): Promise<void>
  /** Raises the threshold to all owners. */
  raiseThreshold(): Promise<void>
  /** From now on a module may act without the owners. */
  enableModule(): Promise<void>
  /** Approves a text's hash (EIP-191) on the chain. */
  signOnChain(hash: Hex): Promise<void>
  /** Restores its first state. Texts signed on the chain stay signed. */
  restore(): Promise<void>
}

/** An unused address, because the owners can make any address a module. */
const MODULE: Address = '0x000000000000000000000000000000000000c0de'

/** Puts the treasury on the chain of these contracts. */
export async function createTreasury(safes: Safes): Promise<SafeTreasury> {
  const owners = TREASURY_OWNERS.map(treasuryAddress)
  const safe = await safes.create({ owners, threshold: TREASURY_THRESHOLD })
  const core = { safes, safe, keys: async () => (await getOwners(safes, safe)).map(treasuryKey) }
  return {
    safe,
    read: () => safes.read(safe),
    owners: () => getOwners(safes, safe),
    swapOwner: (change = { from: 'owner3', to: 'spare' }) => swapOwner(core, change),
    async raiseThreshold() {
      const keys = await core.keys()
      await safes.changeThreshold(safe, keys.length, keys)
    },
    enableModule: async () => safes.enableModule(safe, MODULE, await core.keys()),
    signOnChain: async (hash) => safes.signHashOnChain(safe, hash, await core.keys()),
    restore: () => restore(core),
  }
}

type TreasuryCore = { safes: Safes; safe: SafeAccount; keys: () => Promise<readonly Hex[]> }

async function getOwners(safes: Safes, safe: SafeAccount): Promise<readonly TreasuryPerson[]> {
  const { owners } = await safes.read(safe)
  return owners.flatMap(
    (owner) => TREASURY_PEOPLE.find((one) => isAddressEqual(treasuryAddress(one), owner)) ?? [],
  )
}

type Swap = { from: TreasuryPerson; to: TreasuryPerson }

async function swapOwner({ safes, safe, keys }: TreasuryCore, { from, to }: Swap): Promise<void> {
  const change = { from: treasuryAddress(from), to: treasuryAddress(to) }
  await safes.swapOwner(safe, change, await keys())
}

async function restore(core: TreasuryCore): Promise<void> {
  const { safes, safe, keys } = core
  const present = await getOwners(safes, safe)
  const strangers = present.filter((one) => !isFirstOwner(one))
  const absent = TREASURY_OWNERS.filter((one) => !present.includes(one))
  for (const [index, from] of strangers.entries()) {
    const to = absent[index]
    if (to !== undefined) await swapOwner(core, { from, to })
  }
  const { threshold, modules, guard } = await safes.read(safe)
  for (const module of modules) await safes.disableModule(safe, module, await keys())
  if (guard !== null) await safes.setGuard(safe, 'none', await keys())
  if (threshold !== TREASURY_THRESHOLD)
    await safes.changeThreshold(safe, TREASURY_THRESHOLD, await keys())
}

function isFirstOwner(person: TreasuryPerson): boolean {
  return TREASURY_OWNERS.some((one) => one === person)
}
