import { isHex, zeroAddress } from 'viem'
import type { NoMultisig, ReadSafe } from '#server/verify/multisig.ts'
import type { RpcCall } from './call-endpoint.ts'
import { isDelegation } from './delegation.ts'
import { isPublishedProxy } from './published-proxy.ts'
import { readAddress, readAddresses, readNumber, readPage, readText } from './safe-abi.ts'
import { acceptsMessages, singletonVersion } from './safe-deployments.ts'

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
export function safeCalls(address: string): readonly RpcCall[] {
  const storage = (slot: string): RpcCall => ({
    method: 'eth_getStorageAt',
    params: [address, slot, 'latest'],
  })
  const call = (data: string): RpcCall => ({
    method: 'eth_call',
    params: [{ to: address, data }, 'latest'],
  })
  return [
    { method: 'eth_getCode', params: [address, 'latest'] },
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
