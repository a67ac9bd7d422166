import {
  type Address,
  type Hex,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  keccak256,
  pad,
  parseAbi,
  slice,
  toHex,
} from 'viem'
import type { Anvil } from '#demo/evm/anvil.ts'
import { openChainLine } from '#demo/evm/chain-line.ts'
import { DELEGATE_CALL } from '#demo/evm/safe-changes.ts'
import { SAFE_ADDRESSES, SAFE_ABI } from '#demo/evm/safe-contracts.ts'
import type { SafeAccount } from '#demo/evm/sign-as-safe.ts'
import { hashForSafe } from '#shared/safe-message.ts'
import { placeCode } from './evm-contracts.ts'

/* Powers that the deployer of a Safe can hide from its list of owners and its list of modules. */

/** Slots of Safe's mappings in its storage (SafeStorage.sol, the same in 1.3.0 to 1.5.0). */
const MODULES = 1n
const OWNERS = 2n
const APPROVED_HASHES = 8n

type HiddenChain = Pick<Anvil, 'url'>
type StorageWord = { slot: Hex; value: Hex }

/** An entry in the mapping of owners: its key can sign, and `getOwners` does not list it. */
export function hiddenOwner(owner: Address): StorageWord {
  return { slot: addressSlot(owner, OWNERS), value: ONE }
}

/** An entry in the mapping of modules: it can act, and `getModulesPaginated` does not list it. */
export function hiddenModule(module: Address): StorageWord {
  return { slot: addressSlot(module, MODULES), value: ONE }
}

/** The entry that `approveHash` by this owner writes. */
function approval(owner: Address, hash: Hex): StorageWord {
  const inner = addressSlot(owner, APPROVED_HASHES)
  return { slot: keccak256(concat([hash, inner])), value: ONE }
}

const ONE = toHex(1n, { size: 32 })

function addressSlot(key: Address, mapping: bigint): Hex {
  const types = [{ type: 'address' }, { type: 'uint256' }] as const
  return keccak256(encodeAbiParameters(types, [key, mapping]))
}

/** Deploys a contract that writes these words into the storage of the contract that runs its code. */
export async function placeWriter(
  chain: HiddenChain,
  words: readonly StorageWord[],
): Promise<Address> {
  // PUSH32 value, PUSH32 slot, SSTORE; at the end STOP
  const writes = words.map(({ slot, value }) => concat(['0x7f', value, '0x7f', slot, '0x55']))
  const code = concat([...writes, '0x00'])
  const address = getAddress(slice(keccak256(code), 0, 20))
  await placeCode(chain, address, code)
  return address
}

const MODULE_ABI = parseAbi([
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation) returns (bool)',
])

/** Anvil's first account, which can be a module: it needs no code. */
export async function openModule(chain: HiddenChain) {
  const line = await openChainLine(chain.url)

  async function runAs(safe: SafeAccount, to: Address, data: Hex): Promise<void> {
    const args = [to, 0n, data, DELEGATE_CALL] as const
    const functionName = 'execTransactionFromModule'
    const call = encodeFunctionData({ abi: MODULE_ABI, functionName, args })
    await line.send({ to: safe.address, data: call })
  }

  return {
    address: MODULE_ACCOUNT,
    /** The Safe then accepts the hash with an empty signature. */
    signOnChain(safe: SafeAccount, hash: Hex): Promise<void> {
      const call = { abi: SAFE_ABI, functionName: 'signMessage', args: [hash] } as const
      const data = encodeFunctionData(call)
      return runAs(safe, SAFE_ADDRESSES.signMessageLib, data)
    },
    /** Approves the hash in the name of these owners. Returns the signature that the Safe then accepts. */
    async approveFor(safe: SafeAccount, hash: Hex, owners: readonly Address[]): Promise<Hex> {
      const signed = hashForSafe(safe, hash)
      const writer = await placeWriter(
        chain,
        owners.map((owner) => approval(owner, signed)),
      )
      await runAs(safe, writer, '0x')
      const sorted = owners.toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
      return concat(sorted.map((owner) => concat([pad(owner), toHex(0n, { size: 32 }), '0x01'])))
    },
  }
}

const MODULE_ACCOUNT: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
