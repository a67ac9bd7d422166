import type { NoMultisig, Unreachable } from '#proof/chain.ts'
import type { EvmBlock } from '#proof/document.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { StoredMultisig, StoredSafe } from '../store/database/stored.ts'
import type { Store } from '../store/store.ts'
import type { ReadMultisig } from '../chains/read-multisig.ts'
import type { TonChain } from '../chains/ton-chain.ts'
import { markStaleLinks, type JudgeDeps } from './mark-stale-links.ts'
import { locationKey, type MultisigLocation } from './location.ts'

export type ReadingsDeps = JudgeDeps & {
  store: Pick<Store, 'saveMultisig'>
  tonChain: TonChain
}

/** The result of one reading of a location. */
type MultisigReading = StoredMultisig | NoMultisig | Unreachable

export type Readings = {
  /** Reads a location and stores the reading. Concurrent calls for the same location share one reading. */
  read(location: MultisigLocation): Promise<MultisigReading>
  /** The same with a new query: one that is under way may already have its answer. */
  readAnew(location: MultisigLocation): Promise<MultisigReading>
  /** The same of a Safe at a block; `unreachable` also where a later block is known. */
  readAt(account: EvmAccount, block: EvmBlock): Promise<StoredSafe | NoMultisig | Unreachable>
  /** Waits until the links are judged by this reading. The reading itself starts that. */
  judged(reading: MultisigReading): Promise<void>
  /** Judges the links of a known multisig that is gone. */
  judgeGone(multisig: StoredMultisig, reading: NoMultisig): Promise<void>
  /** Waits for the work that is under way. */
  idle(): Promise<void>
}

export function createReadings(deps: ReadingsDeps): Readings {
  const reading = new Map<string, Promise<MultisigReading>>()
  const next = new Map<string, Promise<MultisigReading>>()
  const judging = new Map<string, Promise<void>>()

  function read(location: MultisigLocation): Promise<MultisigReading> {
    const key = locationKey(location)
    const current =
      reading.get(key) ?? readAndSave(location).finally(() => void reading.delete(key))
    reading.set(key, current)
    return current
  }

  async function readAfter(
    earlier: Promise<MultisigReading>,
    location: MultisigLocation,
  ): Promise<MultisigReading> {
    await Promise.allSettled([earlier])
    next.delete(locationKey(location))
    return read(location)
  }

  async function readAndSave(location: MultisigLocation, at?: EvmBlock): Promise<MultisigReading> {
    // The time of the query, because the result of a later query replaces this one.
    const askedAt = deps.now()
    const read = await readChain(location, at, deps)
    if (typeof read === 'string') return read
    const multisig = await deps.store.saveMultisig(read, askedAt)
    void judge(multisig, multisig)
    return multisig
  }

  /** Runs in the background, so a caller that only needs the owners does not wait for it. */
  function judge(multisig: StoredMultisig, seen: StoredMultisig | NoMultisig): Promise<void> {
    const judged = markStaleLinks(multisig, seen, deps)
      .catch((error: unknown) => deps.log.error({ error }, 'multisigs: links are not judged'))
      .finally(() => {
        if (judging.get(multisig.id) === judged) judging.delete(multisig.id)
      })
    judging.set(multisig.id, judged)
    return judged
  }

  return {
    read,
    readAnew(location) {
      const key = locationKey(location)
      const earlier = reading.get(key)
      if (!earlier) return read(location)
      const anew = next.get(key) ?? readAfter(earlier, location)
      next.set(key, anew)
      return anew
    },
    async readAt(account, block) {
      const kept = await readAndSave({ family: 'evm', ...account }, block)
      return typeof kept === 'string' || isReadAt(kept, block) ? kept : 'unreachable'
    },
    async judged(seen) {
      if (typeof seen !== 'string') await judging.get(seen.id)
    },
    judgeGone: judge,
    async idle() {
      await Promise.allSettled([...reading.values(), ...next.values()])
      await Promise.all(judging.values())
    },
  }
}

/** Whether it is a Safe as of this block. Another process may have stored a later reading. */
function isReadAt(multisig: StoredMultisig, { hash }: EvmBlock): multisig is StoredSafe {
  return multisig.family === 'evm' && multisig.block?.hash === hash
}

function readChain(
  location: MultisigLocation,
  at: EvmBlock | undefined,
  { tonChain, evmChains }: ReadingsDeps,
): Promise<ReadMultisig | NoMultisig | Unreachable> {
  if (location.family === 'ton') return tonChain.readMultisig(location.address)
  const { chainId, address } = location
  return evmChains?.readSafe(chainId, address, at) ?? Promise.resolve('unreachable')
}
