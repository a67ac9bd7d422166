import { parseErc6492Signature } from 'viem/utils'
import { decodeHex } from './decode-hex.ts'
import { encodeHex } from './encode-hex.ts'

/**
 * Takes the signature out of an ERC-6492 wrapper, which describes how the account would be deployed. A signature
 * without a complete wrapper is returned unchanged. Only a deployed account can judge the inner signature.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
export function unwrapErc6492(signature: Buffer): Buffer {
  try {
    const hex = encodeHex(signature)
    const { signature: inner } = parseErc6492Signature(hex)
    return inner === hex ? signature : (decodeHex(inner) ?? signature)
  } catch {
    return signature
  }
}
