import type { NoMultisig } from '#proof/chain.ts'
import { isHex, zeroAddress } from 'viem'
import type { ReadSafe } from '#server/chains/read-multisig.ts'
import type { BlockTag, RpcCall } from './json-rpc.ts'
import { readAddress, readAddresses, readNumber, readPage, readText } from './safe-abi.ts'
import { acceptsMessages, singletonVersion } from './safe-deployments.ts'
import { hexToBytes, keccak256, sha256 } from 'viem/utils'

/** More than any real Safe has. A contract with more owners does not count as a Safe. */
const MAX_OWNERS = 100
/** Length of the hex that holds this many: offset, length and the owners, one word each. */
const MAX_OWNERS_DIGITS = '0x'.length + (2 + MAX_OWNERS) * 64
/** Modules are counted up to this number. */
const MAX_MODULES = 100

/** The proxy's first variable: the contract whose code it runs. */
const SINGLETON_SLOT = '0x0'
/** keccak256 of `guard_manager.guard.address` */
const GUARD_SLOT = '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8'
/** keccak256 of `fallback_manager.handler.address` */
const HANDLER_SLOT = '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5'

/** VERSION() */
const VERSION = '0xffa1ad74'
/** getOwners() */
const OWNERS = '0xa0e67e2b'
/** getThreshold() */
const THRESHOLD = '0xe75235b8'
/** getModulesPaginated(address,uint256) from the start of the list (SENTINEL_MODULES) */
const MODULES = `0xcc2f8452${hexWord(1)}${hexWord(MAX_MODULES)}`
/** getModules(), which 1.0.0 has instead */
const ALL_MODULES = '0xb2494df3'

/** All queries about an address. With the chain's id these are ten calls, which nodes accept in one batch. */
export function safeCalls(address: string, block: BlockTag = 'latest'): readonly RpcCall[] {
  const storage = (slot: string): RpcCall => ({
    method: 'eth_getStorageAt',
    params: [address, slot, block],
  })
  const call = (data: string): RpcCall => ({
    method: 'eth_call',
    params: [{ to: address, data }, block],
  })
  return [
    { method: 'eth_getCode', params: [address, block] },
    ...[SINGLETON_SLOT, GUARD_SLOT, HANDLER_SLOT].map(storage),
    ...[VERSION, OWNERS, THRESHOLD, MODULES, ALL_MODULES].map(call),
  ]
}

/** Null for a call without a result: reverted, or not run at all. No node reliably reports which. */
type CallResult = string | null

/** The results of {@link safeCalls}, by name. */
type SafeAnswers = {
  code: CallResult
  singleton: CallResult
  guard: CallResult
  handler: CallResult
  version: CallResult
  owners: CallResult
  threshold: CallResult
  modules: CallResult
  allModules: CallResult
}

function nameResults(results: readonly CallResult[]): SafeAnswers {
  const [code = null, singleton = null, guard = null, handler = null, ...result] = results
  const [version = null, owners = null, threshold = null, modules = null, allModules = null] =
    result
  return { code, singleton, guard, handler, version, owners, threshold, modules, allModules }
}

type SafeAddress = { chainId: number; address: string }

/**
 * What the results of {@link safeCalls} mean; null where they are inconclusive, so that another node must be queried.
 *
 * A contract that is no Safe may revert, so its missing results mean that it does not answer like one. A published
 * proxy of a published singleton always answers, so a missing result is the node's failure.
 */
export function readSafe(
  location: SafeAddress,
  results: readonly CallResult[],
): ReadSafe | NoMultisig | null {
  const answers = nameResults(results)
  const { code } = answers
  if (code === '0x') return 'none'
  if (!isHex(code) || code.length % 2 !== 0) return null
  if (isDelegation(code)) return 'none'
  const other = readOwnership(answers) === null ? 'none' : 'lookalike'
  if (!isPublishedProxy(code)) return other
  const singleton = answers.singleton === null ? null : readAddress(answers.singleton)
  if (singleton === null) return null
  const version = singletonVersion(location.chainId, singleton)
  return version === null ? other : readGenuine({ ...location, version }, answers)
}

function readGenuine(
  { chainId, address, version }: SafeAddress & { version: string },
  answers: SafeAnswers,
): ReadSafe | NoMultisig | null {
  if (isNobodys(answers)) return 'none'
  if (answers.version === null || readText(answers.version) !== version) return null
  const ownership = readOwnership(answers)
  const modules = readModules(version, answers)
  const guard = readSlot(answers.guard)
  const handler = readSlot(answers.handler)
  if (ownership === null || modules === null || guard === null || handler === null) return null
  return {
    family: 'evm',
    kind: 'safe',
    chainId,
    address,
    version,
    ...ownership,
    modules,
    guard: guard.address,
    canSign: acceptsMessages(version, handler.address),
  }
}

/** Its singleton is not on this chain, or it was never set up, or it has more owners than we accept. */
function isNobodys({ version, threshold, owners }: SafeAnswers): boolean {
  if (version === '0x' || (threshold !== null && readNumber(threshold) === 0)) return true
  return owners !== null && owners.length > MAX_OWNERS_DIGITS
}

/** Null for data that no Safe answers: a Safe has different owners, and at least as many as its threshold. */
function readOwnership({
  owners: list,
  threshold: number,
}: SafeAnswers): Pick<ReadSafe, 'owners' | 'threshold'> | null {
  if (list === null || number === null) return null
  const owners = readAddresses(list, MAX_OWNERS)
  const threshold = readNumber(number)
  if (owners === null || threshold === null) return null
  const isSound = new Set(owners).size === owners.length && !owners.includes(zeroAddress)
  return isSound && threshold >= 1 && threshold <= owners.length ? { owners, threshold } : null
}

function readModules(version: string, { modules, allModules }: SafeAnswers): string[] | null {
  if (modules !== null) return readPage(modules, MAX_MODULES)
  if (version !== '1.0.0' || allModules === null) return null
  return readAddresses(allModules, MAX_MODULES)
}

/** An address in storage, or none; null where the node's answer is no address. */
function readSlot(slot: CallResult): { address: string | null } | null {
  const address = slot === null ? null : readAddress(slot)
  if (address === null) return null
  return { address: address === zeroAddress ? null : address }
}

function hexWord(value: number): string {
  return value.toString(16).padStart(64, '0')
}

/**
 * EIP-7702: the prefix, and the address of the contract whose code is used. No contract can start like this (EIP-3541).
 */
const DELEGATION = /^0xef0100[\da-f]{40}$/i

/** Whether this code, in hex, belongs to a key's address that uses a contract's code. */
export function isDelegation(code: string): boolean {
  return DELEGATION.test(code)
}

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
function isPublishedProxy(code: `0x${string}`): boolean {
  const bytes = hexToBytes(code)
  if (bytes.length > MAX_CODE_BYTES) return false
  return CODE_HASHES.has(keccak256(code)) || ERA_HASHES.has(eraHash(bytes))
}

/**
 * EraVM's name of code: its length in words, and the end of its SHA-256.
 *
 * @see https://github.com/safe-global/safe-core-sdk/blob/main/packages/protocol-kit/src/contracts/utils.ts
 */
function eraHash(code: Uint8Array): string {
  const words = Math.floor(code.length / WORD_BYTES)
  const end = sha256(code).slice('0x'.length + REPLACED_BYTES * 2)
  return `${words.toString(16).padStart(4, '0')}${end}`
}
