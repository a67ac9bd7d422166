import type { Unreachable } from '#proof/chain.ts'
import { MULTISIG_MAX_AGE_MS } from '#shared/limits.ts'
import type { OwnerKey } from '../store/multisigs/multisigs.ts'
import type { Store } from '../store/store.ts'
import type { StoredMultisig, EpochMs } from '../store/database/stored.ts'
import { mapLimit } from './map-limit.ts'
import type { Budget } from './budget.ts'
import { type Recognition, RECENT_MS } from './multisigs.ts'
import { locationKey, getLocation, type MultisigLocation } from './location.ts'
import type { Readings } from './readings.ts'
import { evmNetwork } from '#shared/evm-network.ts'
import type { EvmChains } from '../chains/evm-chain.ts'
import type { TonChain } from '../chains/ton-chain.ts'
import type { SafeService } from '../chains/safe-service.ts'

type Search = SignerChainsDeps & {
  store: Pick<Store, 'listOwnerMultisigs'>
  readings: Readings
  budget: Budget
  now: () => EpochMs
}

/**
 * How many multisigs of one key are read on one chain: this many that we know, and this many that are listed. There is
 * a limit because anyone can make multisigs with a stranger's key as an owner and make them known here. A member who
 * has more must give an address.
 */
const READS_A_CHAIN = 50
/** Concurrent reads on one chain for one member: this many of known multisigs, and this many of listed ones. */
const READS_AT_ONCE = 4

/** Finds the multisigs that have this key as an owner, on all chains in parallel, within the budget. */
export async function findBySigner(key: OwnerKey, search: Search): Promise<Recognition> {
  const known = await search.store.listOwnerMultisigs(key)
  const chains = signerChains(key.family, search)
  const searched = await Promise.all(
    chains.map((chain) => searchChain(chain, { owner: key.address, known }, search)),
  )
  return {
    found: searched.flatMap(({ found }) => [...found.values()]),
    unreachable: searched.flatMap(({ name, isComplete }) => (isComplete ? [] : [name])),
    hasLookalike: searched.some(({ hasLookalike }) => hasLookalike),
    canList: searched.some(({ canList }) => canList),
  }
}

type Sought = { owner: string; known: readonly StoredMultisig[] }

/** The results on one chain so far. */
type Searched = {
  name: string
  found: Map<string, StoredMultisig>
  isComplete: boolean
  hasLookalike: boolean
  canList: boolean
}

/** Known multisigs do not wait for the service that lists the others. */
async function searchChain(
  chain: SignerChain,
  { owner, known }: Sought,
  search: Search,
): Promise<Searched> {
  const here = new Map(
    known
      .filter((multisig) => chain.has(multisig))
      .map((multisig) => [locationKey(getLocation(multisig)), multisig]),
  )
  const searched: Searched = {
    name: chain.name,
    found: new Map(),
    isComplete: true,
    hasLookalike: false,
    canList: true,
  }
  const readEach = (locations: readonly MultisigLocation[]) =>
    mapLimit(locations, READS_AT_ONCE, async (location) => {
      note(searched, owner, await readOne(location, here.get(locationKey(location)), search))
    })
  const readListed = async () => {
    const listed = await search.budget.wait(chain.list(owner))
    if (listed === 'unreachable' || listed === 'late') searched.isComplete = false
    searched.canList = listed !== 'none'
    const others =
      typeof listed === 'string' ? [] : listed.map((address) => chain.location(address))
    const unknown = others.filter((location) => !here.has(locationKey(location)))
    await readEach(unknown.slice(0, READS_A_CHAIN))
  }
  const readKnown = readEach([...here.values()].slice(0, READS_A_CHAIN).map(getLocation))
  await Promise.all([readKnown, readListed()])
  return searched
}

type FoundMultisig = { multisig: StoredMultisig | null; isSilent: boolean; isLookalike: boolean }

/** If the chain does not answer, a stored reading that is recent enough to be shown is used. */
async function readOne(
  location: MultisigLocation,
  known: StoredMultisig | undefined,
  { readings, budget, now }: Search,
): Promise<FoundMultisig> {
  const ageMs = known ? now() - known.checkedAt : Number.POSITIVE_INFINITY
  if (known && ageMs <= RECENT_MS) return { multisig: known, isSilent: false, isLookalike: false }
  const reading = budget.isOver() ? 'late' : await budget.wait(readings.read(location))
  const isSilent = reading === 'late' || reading === 'unreachable'
  if (typeof reading !== 'string') return { multisig: reading, isSilent, isLookalike: false }
  const stands = isSilent && ageMs <= MULTISIG_MAX_AGE_MS
  return {
    multisig: stands && known ? known : null,
    isSilent,
    isLookalike: reading === 'lookalike',
  }
}

function note(searched: Searched, owner: string, answer: FoundMultisig): void {
  const { multisig } = answer
  if (answer.isSilent) searched.isComplete = false
  if (answer.isLookalike) searched.hasLookalike = true
  if (multisig?.owners.includes(owner) && !multisig.isBypassed)
    searched.found.set(multisig.id, multisig)
}

/** One chain on which a key may be an owner. */
type SignerChain = {
  name: string
  location(address: string): MultisigLocation
  has(multisig: StoredMultisig): boolean
  /** Addresses that a service lists as multisigs of this key; `none` where there is no such service. */
  list(key: string): Promise<readonly string[] | 'none' | Unreachable>
}

type SignerChainsDeps = {
  tonChain: TonChain
  evmChains: EvmChains | null
  safeService: SafeService | null
}

/** The chains on which a key of this family may be an owner. */
function signerChains(
  family: 'ton' | 'evm',
  { tonChain, evmChains, safeService }: SignerChainsDeps,
): SignerChain[] {
  if (family === 'ton') return [tonSignerChain(tonChain)]
  return (evmChains?.ids ?? []).map((chainId) => ({
    name: evmNetwork(chainId),
    location: (address) => ({ family: 'evm', address, chainId }),
    has: (multisig) => multisig.family === 'evm' && multisig.chainId === chainId,
    list: (key) => safeService?.getSafes(chainId, key) ?? Promise.resolve('none'),
  }))
}

function tonSignerChain(tonChain: TonChain): SignerChain {
  return {
    name: tonChain.network,
    location: (address) => ({ family: 'ton', address }),
    has: (multisig) => multisig.family === 'ton' && multisig.network === tonChain.network,
    list: (key) => tonChain.getMultisigs(key),
  }
}
