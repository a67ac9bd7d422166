import { type Address, type Hex, concat, isAddressEqual, recoverAddress, size, slice } from 'viem'
import { safeMessageHash } from '#shared/safe-message.ts'
import type { SafeIndex } from './safe-index.ts'

type Confirmation = { owner: Address; signature: Hex; at: number }

/** A text that owners of a Safe have started to sign. */
export type SafeMessage = {
  hash: Hex
  safe: Address
  text: string
  /** Unix time in milliseconds. */
  createdAt: number
  /** In the order of arrival; never empty. */
  confirmations: readonly Confirmation[]
}

/** The service's text about a refused signature. */
type SafeServiceRefusal = { refused: string }

/** Messages that the Transaction Service collects for the Safes of one chain. It checks the current owners. */
export type SafeMessages = {
  find(hash: string): SafeMessage | undefined
  /** The latest first. */
  of(safe: Address): readonly SafeMessage[]
  /** Starts with a text's first signature. */
  propose(safe: Address, text: string, signature: Hex): Promise<SafeMessage | SafeServiceRefusal>
  confirm(message: SafeMessage, signature: Hex): Promise<SafeMessage | SafeServiceRefusal>
}

const SIGNATURE_BYTES = 65

export function createSafeMessages(index: SafeIndex, now: () => number): SafeMessages {
  const messages = new Map<string, SafeMessage>()

  async function confirm(
    message: SafeMessage,
    signature: Hex,
  ): Promise<SafeMessage | SafeServiceRefusal> {
    const owner = await findSigner(message.hash, signature)
    if (owner === null) return { refused: `Signature=${signature} is not valid` }
    if (message.confirmations.some((one) => isAddressEqual(one.owner, owner)))
      return { refused: `Signature for owner ${owner} already exists` }
    const safe = await index.find(message.safe)
    if (safe?.owners.some((one) => isAddressEqual(one, owner)) !== true)
      return { refused: `${owner} is not an owner of the Safe` }
    const confirmations = [...message.confirmations, { owner, signature, at: now() }]
    const confirmed = { ...message, confirmations }
    messages.set(message.hash, confirmed)
    return confirmed
  }

  return {
    find: (hash) => messages.get(hash.toLowerCase()),
    of: (safe) => [...messages.values()].filter((one) => isAddressEqual(one.safe, safe)).reverse(),
    async propose(safe, text, signature) {
      const hash = safeMessageHash({ chainId: index.chainId, address: safe }, text)
      if (messages.has(hash))
        return { refused: `Message with hash ${hash} for safe ${safe} already exists in DB` }
      return confirm({ hash, safe, text, createdAt: now(), confirmations: [] }, signature)
    },
    confirm,
  }
}

/** All signatures in the form that the Safe accepts: in the order of the owners' addresses. */
export function preparedSignature({ confirmations }: SafeMessage): Hex {
  const sorted = [...confirmations].sort((one, other) =>
    one.owner.toLowerCase() < other.owner.toLowerCase() ? -1 : 1,
  )
  return concat(sorted.map(({ signature }) => signature))
}

/** The key's address; null for a signature not in the form that a Safe accepts: its last byte is 27 or 28. */
async function findSigner(hash: Hex, signature: Hex): Promise<Address | null> {
  if (size(signature) !== SIGNATURE_BYTES) return null
  if (!['0x1b', '0x1c'].includes(slice(signature, SIGNATURE_BYTES - 1))) return null
  return recoverAddress({ hash, signature }).catch(() => null)
}
