import { hash } from 'node:crypto'
import { keccak256 } from 'viem/utils'

/**
 * Keccak-256 of the runtime code of Safe's published proxies: `deployedBytecode` of Proxy, GnosisSafeProxy and SafeProxy
 * in the packages `@gnosis.pm/safe-contracts` and `@safe-global/safe-smart-account` of each version.
 */
const CODE_HASHES: ReadonlySet<string> = new Set([
  // 1.0.0
  '0x9999daa94896b1dc51734d94c68aec28587d45e0584a50b319cb99b1f335d99b',
  // 1.1.1
  '0xaea7d4252f6245f301e540cfbee27d3a88de543af8e49c5c62405d5499fab7e5',
  // 1.2.0
  '0x958a485acd4eff0908ba6c67238d33eedec70bc99115074ad38ae14d1017f9db',
  // 1.3.0
  '0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000',
  // 1.4.1
  '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c',
  // 1.5.0
  '0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f',
])

/** Hashes of the same proxies built for EraVM (zkSync), without the leading version: see {@link eraHash}. */
const ERA_HASHES: ReadonlySet<string> = new Set([
  // 1.3.0
  '004124426fb9ebb25e27d670c068e52f9ba631bd383279a188be47e3f86d',
  // 1.4.1
  '003b6cfa15bd7d1cae1c9c022074524d7785d34859ad0576d8fab4305d4f',
])

/** No published proxy has more code; longer code is not hashed. */
const MAX_CODE_BYTES = 4_096
const WORD_BYTES = 32
/** Bytes of the SHA-256 that version and length replace. */
const REPLACED_BYTES = 4

/** @param code runtime code, in hex */
export function isPublishedProxy(code: `0x${string}`): boolean {
  const bytes = Buffer.from(code.slice('0x'.length), 'hex')
  if (bytes.length > MAX_CODE_BYTES) return false
  return CODE_HASHES.has(keccak256(code)) || ERA_HASHES.has(eraHash(bytes))
}

/**
 * EraVM's name of code: its length in words, and the end of its SHA-256.
 *
 * @see https://github.com/safe-global/safe-core-sdk/blob/main/packages/protocol-kit/src/contracts/utils.ts
 */
function eraHash(code: Buffer): string {
  const words = Math.floor(code.length / WORD_BYTES)
  const end = hash('sha256', code, 'hex').slice(REPLACED_BYTES * 2)
  return `${words.toString(16).padStart(4, '0')}${end}`
}
