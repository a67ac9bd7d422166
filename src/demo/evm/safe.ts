import {
  type Address,
  type Hex,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  getContractAddress,
  keccak256,
  slice,
  zeroAddress,
} from 'viem'
import type { Anvil } from './anvil.ts'
import { type ChainLine, openChainLine } from './chain-line.ts'
import {
  deployEverywhereAlike,
  SAFE_ADDRESSES,
  PROXY_CODE,
  SAFE_ABI,
  SAFE_CODE,
} from './safe-contracts.ts'
import { REVERTING_CODE, lookalikeCode } from './odd-contracts.ts'
import { type SafeState, readSafeState } from './read-safe-state.ts'
import { type SafeChanges, createSafeChanges } from './safe-changes.ts'
import type { SafeAccount } from './sign-as-safe.ts'

type Ownership = { owners: readonly Address[]; threshold: number }

type SafeOptions = Ownership & {
  /** Distinguishes Safes of the same owners. @default 0n */
  salt?: bigint
  /** Without its handler, a Safe accepts no messages (ERC-1271). @default 'compatibility' */
  handler?: 'compatibility' | 'none'
  /** The contract whose code it runs. @default 'Safe' */
  singleton?: 'Safe' | 'SafeL2'
  /** A contract whose code `setup` runs as the Safe (delegatecall). @default none */
  setupCode?: Address
}

type LookalikeOptions = Ownership & {
  /** `own-code`: a contract of its own · `own-singleton`: a published proxy, made by Safe's own factory, before it. */
  disguise: 'own-code' | 'own-singleton'
}

/** Safe 1.4.1 on one chain. */
export type Safes = SafeChanges & {
  /** Deploys a Safe. An existing one stays unchanged. */
  create(options: SafeOptions): Promise<SafeAccount>
  read(safe: SafeAccount): Promise<SafeState>
  /** Deploys a contract that is not a Safe, answers like one of these owners and accepts every signature. */
  createLookalike(options: LookalikeOptions): Promise<SafeAccount>
  /** Deploys a contract that reverts on every call. */
  createReverting(): Promise<SafeAccount>
}

/** Puts the contracts of Safe 1.4.1 on an anvil, each at its own address. Its first account pays. */
export async function deploySafeContracts({
  url,
  chainId,
}: Pick<Anvil, 'url' | 'chainId'>): Promise<Safes> {
  const line = await openChainLine(url)
  await deployEverywhereAlike(line, Object.values(SAFE_CODE))
  const core = { chainId, line }
  return {
    ...createSafeChanges(line),
    create: (options) => create(core, options),
    createLookalike: (options) => createLookalike(core, options),
    createReverting: () => placeCode(core, REVERTING_CODE),
    read: (safe) => readSafeState(line, safe),
  }
}

type SafeCore = { chainId: number; line: ChainLine }

async function create(core: SafeCore, options: SafeOptions): Promise<SafeAccount> {
  const { owners, threshold, salt = 0n, handler = 'compatibility', singleton = 'Safe' } = options
  const fallback = handler === 'none' ? zeroAddress : SAFE_ADDRESSES.handler
  const { setupCode: to = zeroAddress } = options
  const initializer = encodeFunctionData({
    abi: SAFE_ABI,
    functionName: 'setup',
    args: [owners, BigInt(threshold), to, '0x', fallback, zeroAddress, 0n, zeroAddress],
  })
  const code = singleton === 'Safe' ? SAFE_ADDRESSES.singleton : SAFE_ADDRESSES.singletonL2
  return createProxy(core, { singleton: code, initializer, salt })
}

type Proxy = { singleton: Address; initializer: Hex; salt: bigint }

/** Deploys a proxy with Safe's factory. An existing one stays unchanged. */
async function createProxy({ line, chainId }: SafeCore, proxy: Proxy): Promise<SafeAccount> {
  const { singleton, initializer, salt } = proxy
  const address = proxyAddress(proxy)
  if ((await line.client.getCode({ address })) === undefined) {
    const data = encodeFunctionData({
      abi: SAFE_ABI,
      functionName: 'createProxyWithNonce',
      args: [singleton, initializer, salt],
    })
    await line.send({ to: SAFE_ADDRESSES.factory, data })
  }
  return { chainId, address }
}

/** CREATE2 as SafeProxyFactory 1.4.1 uses it. */
function proxyAddress({ singleton, initializer, salt }: Proxy): Address {
  return getContractAddress({
    opcode: 'CREATE2',
    from: SAFE_ADDRESSES.factory,
    salt: keccak256(encodePacked(['bytes32', 'uint256'], [keccak256(initializer), salt])),
    bytecode: concat([PROXY_CODE, encodeAbiParameters([{ type: 'uint256' }], [BigInt(singleton)])]),
  })
}

async function createLookalike(core: SafeCore, options: LookalikeOptions): Promise<SafeAccount> {
  const own = await placeCode(core, lookalikeCode(options))
  if (options.disguise === 'own-code') return own
  return createProxy(core, { singleton: own.address, initializer: '0x', salt: 0n })
}

/** At an address that follows from the code. */
async function placeCode({ line, chainId }: SafeCore, code: Hex): Promise<SafeAccount> {
  const address = getAddress(slice(keccak256(code), 0, ADDRESS_BYTES))
  await line.placeCode(address, code)
  return { chainId, address }
}

const ADDRESS_BYTES = 20
