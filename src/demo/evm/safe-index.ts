import {
  type Address,
  type Hex,
  createPublicClient,
  getAddress,
  http,
  isAddressEqual,
  parseAbiItem,
  slice,
  zeroAddress,
  zeroHash,
} from 'viem'
import type { Anvil } from './anvil.ts'
import { readSafeState } from './read-safe-state.ts'
import { SAFE_ADDRESSES, SAFE_ABI } from './safe-contracts.ts'

/** A Safe as the Transaction Service describes it. */
export type IndexedSafe = {
  address: Address
  nonce: number
  threshold: number
  owners: readonly Address[]
  masterCopy: Address
  modules: readonly Address[]
  fallbackHandler: Address
  guard: Address
  version: string
}

/** The Safes of one chain. Each call reads the chain again. */
export type SafeIndex = {
  chainId: number
  /** Every Safe of which this address is an owner now. */
  ownedBy(owner: Address): Promise<readonly IndexedSafe[]>
  /** Null for a contract that Safe's factory did not make with a Safe singleton. */
  find(address: Address): Promise<IndexedSafe | null>
}

const MADE = parseAbiItem('event ProxyCreation(address indexed proxy, address singleton)')
/** Slot of the singleton: the first, by SafeProxy.sol. */
const SINGLETON_SLOT: Hex = '0x0'
/** FallbackManager.FALLBACK_HANDLER_STORAGE_SLOT: keccak256 of `fallback_manager.handler.address` */
const HANDLER_SLOT: Hex = '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5'

/** Finds Safes by the events of their factory. */
export function createSafeIndex({ url, chainId }: Pick<Anvil, 'url' | 'chainId'>): SafeIndex {
  const client = createPublicClient({ transport: http(url) })

  async function all(): Promise<readonly Address[]> {
    const made = await client.getLogs({
      address: SAFE_ADDRESSES.factory,
      event: MADE,
      fromBlock: 0n,
      strict: true,
    })
    return made.filter(({ args }) => isPublished(args.singleton)).map(({ args }) => args.proxy)
  }

  async function describe(address: Address): Promise<IndexedSafe> {
    const contract = { address, abi: SAFE_ABI } as const
    const [state, nonce, version, singleton, handler] = await Promise.all([
      readSafeState({ client }, { address }),
      client.readContract({ ...contract, functionName: 'nonce' }),
      client.readContract({ ...contract, functionName: 'VERSION' }),
      client.getStorageAt({ address, slot: SINGLETON_SLOT }),
      client.getStorageAt({ address, slot: HANDLER_SLOT }),
    ])
    return {
      ...state,
      address,
      nonce: Number(nonce),
      guard: state.guard ?? zeroAddress,
      masterCopy: addressIn(singleton),
      fallbackHandler: addressIn(handler),
      version,
    }
  }

  return {
    chainId,
    async ownedBy(owner) {
      const safes = await Promise.all((await all()).map(describe))
      return safes.filter(({ owners }) => owners.some((one) => isAddressEqual(one, owner)))
    },
    async find(address) {
      const isThere = (await all()).some((one) => isAddressEqual(one, address))
      return isThere ? describe(address) : null
    },
  }
}

function isPublished(singleton: Address): boolean {
  const { singleton: plain, singletonL2 } = SAFE_ADDRESSES
  return isAddressEqual(singleton, plain) || isAddressEqual(singleton, singletonL2)
}

/** The address at the end of a word of storage. */
function addressIn(word: Hex = zeroHash): Address {
  return getAddress(slice(word, 12))
}
