import { parseErc6492Signature } from 'viem/utils'
import { decodeHex } from './decode-hex.ts'
import { encodeHex } from './encode-hex.ts'

/**
 * The signature inside a wrapper of ERC-6492, which says how the account would be deployed; what has no whole wrapper is
 * answered as it is. Only an account that is deployed can judge the inner signature.
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
