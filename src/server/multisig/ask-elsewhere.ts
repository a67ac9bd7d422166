import { safeMessageHash } from '#shared/safe-message.ts'
import type { SignedCollection, StoredCollection } from '../store/multisig-store.ts'
import type { Store } from '../store/store.ts'
import { recoverCoSigner } from '../verify/co-signatures.ts'
import { decodeHex } from '../verify/decode-hex.ts'
import type { SafeService } from './safe-service.ts'
import type { SettlementDeps } from './settlement-deps.ts'
import { type Tried, tryBundle } from './try-bundle.ts'

export type ElsewhereDeps = SettlementDeps & {
  store: Pick<Store, 'addGathered'>
  safeService: SafeService | null
}

/** Longest signature that a chain is asked about, in hex digits after `0x`: 16 KiB. */
const LONGEST_HEX = 2 * 16 * 1024

/**
 * Looks where else owners may have spoken for this text: signed it on the chain, or in Safe's own app. What the account
 * accepts links it; single signatures are kept as words. Answers the collection as it then is, and whether the account
 * has accepted anything.
 *
 * @param collection an open one, with its multisig as the chain has just shown it
 */
export async function askElsewhere(
  collection: SignedCollection,
  deps: ElsewhereDeps,
): Promise<Tried> {
  const onChain = await tryBundle(collection, { signature: new Uint8Array() }, deps)
  if (onChain.verdict === 'accepted' || deps.safeService === null) return onChain
  const { multisig, message } = collection
  const hash = safeMessageHash(multisig, message)
  const gathered = await deps.safeService.signaturesOf(multisig.chainId, hash)
  if (typeof gathered === 'string') return onChain
  const prepared = await tryPrepared(collection, gathered.prepared, deps)
  if (prepared?.verdict === 'accepted') return prepared
  const words = await Promise.all(
    gathered.confirmations.map(({ signature }) => readSigned(hash, signature)),
  )
  const spoken = words.filter((word) => word !== null)
  return { ...onChain, collection: await keep(collection, spoken, deps) }
}

async function tryPrepared(
  collection: SignedCollection,
  prepared: string | null,
  deps: ElsewhereDeps,
): Promise<Tried | null> {
  const signature = prepared === null ? null : readHex(prepared)
  if (signature === null || signature.length === 0) return null
  return tryBundle(collection, { signature }, deps)
}

type Word = { owner: string; signature: Uint8Array }

/** Whose it is, the signature tells and not the service. */
async function readSigned(
  hash: ReturnType<typeof safeMessageHash>,
  signature: string,
): Promise<Word | null> {
  const bytes = readHex(signature)
  return bytes && recoverCoSigner(hash, bytes)
}

async function keep(
  collection: StoredCollection,
  words: readonly Word[],
  deps: ElsewhereDeps,
): Promise<StoredCollection> {
  const { code, multisig } = collection
  const has = ({ owner }: Word) => collection.words.some((word) => word.owner === owner)
  const added = words.filter((word) => multisig.owners.includes(word.owner) && !has(word))
  if (added.length === 0) return collection
  await deps.store.addGathered(code, added, deps.now())
  return (await deps.store.findCollection(code, deps.now())) ?? collection
}

function readHex(text: string): Uint8Array | null {
  return text.length <= '0x'.length + LONGEST_HEX ? decodeHex(text) : null
}
