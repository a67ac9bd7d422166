import { safeMessageHash } from '#shared/safe-message.ts'
import type { SignedCosigning, StoredCosigning } from '../store/multisigs/cosigning-rows.ts'
import type { Store } from '../store/store.ts'
import { recoverCoSigner } from '../verify/co-signatures.ts'
import { decodeHex } from '../verify/decode-hex.ts'
import type { SafeService } from './safe-service.ts'
import type { LinkDeps } from './link-deps.ts'
import { type Tried, tryBundle } from './try-bundle.ts'

export type ElsewhereDeps = LinkDeps & {
  store: Pick<Store, 'addGathered'>
  safeService: SafeService | null
}

/** Longest signature that is sent to a chain, in hex digits after `0x`: 16 KiB. */
const LONGEST_HEX = 2 * 16 * 1024

/**
 * Checks the other places where owners may have confirmed this text: on the chain, and in Safe's own app. A signature
 * that the account accepts links it. Single signatures are stored as confirmations. Returns the cosigning as it then
 * is, and whether the account accepted anything.
 *
 * @param cosigning an open one, with its multisig as the chain has just shown it
 */
export async function askElsewhere(
  cosigning: SignedCosigning,
  deps: ElsewhereDeps,
): Promise<Tried> {
  const onChain = await tryBundle(cosigning, { signature: new Uint8Array() }, deps)
  if (onChain.verdict === 'accepted' || deps.safeService === null) return onChain
  const { multisig, message } = cosigning
  const hash = safeMessageHash(multisig, message)
  const gathered = await deps.safeService.getSignatures(multisig.chainId, hash)
  if (typeof gathered === 'string') return onChain
  const prepared = await tryPrepared(cosigning, gathered.prepared, deps)
  if (prepared?.verdict === 'accepted') return prepared
  const confirmations = await Promise.all(
    gathered.confirmations.map(({ signature }) => readSigned(hash, signature)),
  )
  const confirmed = confirmations.filter((confirmation) => confirmation !== null)
  return { ...onChain, cosigning: await keep(cosigning, confirmed, deps) }
}

async function tryPrepared(
  cosigning: SignedCosigning,
  prepared: string | null,
  deps: ElsewhereDeps,
): Promise<Tried | null> {
  const signature = prepared === null ? null : readHex(prepared)
  if (signature === null || signature.length === 0) return null
  return tryBundle(cosigning, { signature }, deps)
}

type ReadSignature = { owner: string; signature: Uint8Array }

/** Recovers the owner from the signature: the service's own claim is not trusted. */
async function readSigned(
  hash: ReturnType<typeof safeMessageHash>,
  signature: string,
): Promise<ReadSignature | null> {
  const bytes = readHex(signature)
  return bytes && recoverCoSigner(hash, bytes)
}

async function keep(
  cosigning: StoredCosigning,
  confirmations: readonly ReadSignature[],
  deps: ElsewhereDeps,
): Promise<StoredCosigning> {
  const { code, multisig } = cosigning
  const has = ({ owner }: ReadSignature) =>
    cosigning.confirmations.some((confirmation) => confirmation.owner === owner)
  const added = confirmations.filter(
    (confirmation) => multisig.owners.includes(confirmation.owner) && !has(confirmation),
  )
  if (added.length === 0) return cosigning
  await deps.store.addGathered(code, added, deps.now())
  return (await deps.store.findCosigning(code, deps.now())) ?? cosigning
}

function readHex(text: string): Uint8Array | null {
  return text.length <= '0x'.length + LONGEST_HEX ? decodeHex(text) : null
}
