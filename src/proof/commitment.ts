import { type HashText, PORTABLE_CRYPTO } from './crypto.ts'
import { FORMAT } from './document.ts'

/** What a payload commits to. */
export type Committed = {
  /** The wallet's chain in CAIP-2: `tvm:-239`. */
  chain: string
  /** Host of the app, with its port if that is not the default one. */
  domain: string
  telegramId: string
  /** 32 random bytes in base64url, without padding. They keep others from trying ids. */
  nonce: string
  /** The multisig, in CAIP-10, that a signer agrees to link. @default none: the wallet itself is linked */
  multisig?: string
}

/**
 * The payload of a ton_proof: 43 characters of base64url that commit to the Telegram account.
 *
 * @see docs/proof-format.md, "The commitment"
 */
export function commitToAccount(
  committed: Committed,
  hashText: HashText = PORTABLE_CRYPTO.hashText,
): string {
  const { chain, domain, telegramId, nonce, multisig } = committed
  const lines = [
    // Another version of the format has other commitments.
    FORMAT,
    chain,
    domain,
    telegramId,
    nonce,
    ...(multisig === undefined ? [] : [multisig]),
  ]
  return hashText(lines.join('\n'))
}
