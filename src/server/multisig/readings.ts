import type { StoredMultisig } from '../store/stored.ts'
import type { Store } from '../store/store.ts'
import type { Unreachable } from '../verify/evm-chain.ts'
import type { NoMultisig, ReadMultisig } from '../verify/multisig.ts'
import type { TonChain } from '../verify/ton-chain.ts'
import { judgeLinks, type JudgeDeps } from './judge-links.ts'
import { locationKey, type MultisigLocation } from './location.ts'

export type ReadingsDeps = JudgeDeps & {
  store: Pick<Store, 'saveMultisig'>
  tonChain: TonChain
}

/** What one look at a place on its chain came to. */
type MultisigReading = StoredMultisig | NoMultisig | Unreachable

export type Readings = {
  /** Reads and keeps what was read. Who asks for the same place meanwhile gets the same reading. */
  read(location: MultisigLocation): Promise<MultisigReading>
  /** The same, by a question that is put from now on: one that is under way may be answered already. */
  readAnew(location: MultisigLocation): Promise<MultisigReading>
  /** Judges the links by what was read, which the reading itself starts; waits for it. */
  judged(reading: MultisigReading): Promise<void>
  /** The same where a multisig that we know is gone. */
  judgeGone(multisig: StoredMultisig, reading: NoMultisig): Promise<void>
  /** Waits for what is under way. */
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

  async function readAndSave(location: MultisigLocation): Promise<MultisigReading> {
    // The moment of the question: what was asked later takes the place of this.
    const askedAt = deps.now()
    const read = await readChain(location, deps)
    if (typeof read === 'string') return read
    const multisig = await deps.store.saveMultisig(read, askedAt)
    void judge(multisig, multisig)
    return multisig
  }

  /** Nobody who only wants to know the owners waits for it. */
  function judge(multisig: StoredMultisig, seen: StoredMultisig | NoMultisig): Promise<void> {
    const judged = judgeLinks(multisig, seen, deps)
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

function readChain(
  location: MultisigLocation,
  { tonChain, evmChains }: ReadingsDeps,
): Promise<ReadMultisig | NoMultisig | Unreachable> {
  if (location.family === 'ton') return tonChain.readMultisig(location.address)
  return evmChains?.readSafe(location.chainId, location.address) ?? Promise.resolve('unreachable')
}
