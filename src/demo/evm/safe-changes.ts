import {
  type Address,
  type Hex,
  encodeFunctionData,
  hashMessage,
  isAddressEqual,
  zeroAddress,
} from 'viem'
import type { ChainLine } from './chain-line.ts'
import { PERMISSIVE_GUARD_CODE } from './odd-contracts.ts'
import { SENTINEL, readSafeState } from './read-safe-state.ts'
import { SAFE_ADDRESSES, SAFE_ABI } from './safe-contracts.ts'
import { type SafeAccount, signByOwners } from './sign-as-safe.ts'

const CALL = 0
export const DELEGATE_CALL = 1

const SAFE_TX = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
} as const

/** Private keys of enough owners for the threshold, or more. */
type Keys = readonly Hex[]

/** The changes that owners of a Safe make. */
export type SafeChanges = {
  /** Gives one owner's place to another. */
  swapOwner(safe: SafeAccount, change: { from: Address; to: Address }, keys: Keys): Promise<void>
  changeThreshold(safe: SafeAccount, threshold: number, keys: Keys): Promise<void>
  /** From now on the module may act without the owners. Any address can be one. */
  enableModule(safe: SafeAccount, module: Address, keys: Keys): Promise<void>
  disableModule(safe: SafeAccount, module: Address, keys: Keys): Promise<void>
  /** `permissive`: a guard that allows everything. */
  setGuard(safe: SafeAccount, guard: 'permissive' | 'none', keys: Keys): Promise<void>
  /** Approves a text on the chain, so that the Safe's signature of it is empty: `0x`. */
  signOnChain(safe: SafeAccount, text: string, keys: Keys): Promise<void>
  /** The same, by the text's hash (EIP-191). */
  signHashOnChain(safe: SafeAccount, hash: Hex, keys: Keys): Promise<void>
}

/** Address of the demo's only guard. */
const GUARD: Address = '0x6a4d000000000000000000000000000000000001'

const abi = SAFE_ABI

export function createSafeChanges(line: ChainLine): SafeChanges {
  const change = (safe: SafeAccount, keys: Keys, data: Hex) =>
    runAsSafe(line, { safe, keys }, { to: safe.address, data, operation: CALL })

  const signHashOnChain: SafeChanges['signHashOnChain'] = (safe, hash, keys) => {
    const data = encodeFunctionData({ abi, functionName: 'signMessage', args: [hash] })
    const to = SAFE_ADDRESSES.signMessageLib
    return runAsSafe(line, { safe, keys }, { to, data, operation: DELEGATE_CALL })
  }

  return {
    async swapOwner(safe, { from, to }, keys) {
      const { owners } = await readSafeState(line, safe)
      const args = [before(owners, from), from, to] as const
      await change(safe, keys, encodeFunctionData({ abi, functionName: 'swapOwner', args }))
    },
    changeThreshold(safe, threshold, keys) {
      const args = [BigInt(threshold)] as const
      return change(safe, keys, encodeFunctionData({ abi, functionName: 'changeThreshold', args }))
    },
    enableModule(safe, module, keys) {
      const args = [module] as const
      return change(safe, keys, encodeFunctionData({ abi, functionName: 'enableModule', args }))
    },
    async disableModule(safe, module, keys) {
      const { modules } = await readSafeState(line, safe)
      const args = [before(modules, module), module] as const
      await change(safe, keys, encodeFunctionData({ abi, functionName: 'disableModule', args }))
    },
    async setGuard(safe, guard, keys) {
      await line.placeCode(GUARD, PERMISSIVE_GUARD_CODE)
      const args = [guard === 'permissive' ? GUARD : zeroAddress] as const
      await change(safe, keys, encodeFunctionData({ abi, functionName: 'setGuard', args }))
    },
    signOnChain: (safe, text, keys) => signHashOnChain(safe, hashMessage(text), keys),
    signHashOnChain,
  }
}

/** The entry before an address in one of a Safe's lists. */
function before(list: readonly Address[], address: Address): Address {
  const place = list.findIndex((one) => isAddressEqual(one, address))
  if (place === -1) throw new Error('Only what is in the list can be taken out of it')
  return list[place - 1] ?? SENTINEL
}

/** A call that a Safe executes after its owners have signed it. */
type SafeCall = { to: Address; data: Hex; operation: typeof CALL | typeof DELEGATE_CALL }

/** A Safe with the private keys of enough owners for its threshold, or more. */
type SignedSafe = { safe: SafeAccount; keys: readonly Hex[] }

/** Runs a call as the Safe, for which its owners have signed. */
async function runAsSafe(
  line: ChainLine,
  { safe, keys }: SignedSafe,
  call: SafeCall,
): Promise<void> {
  const { address, chainId } = safe
  const nonce = await line.client.readContract({ address, abi: SAFE_ABI, functionName: 'nonce' })
  const message = {
    ...call,
    value: 0n,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce,
  }
  const signatures = await signByOwners(keys, (owner) =>
    owner.signTypedData({
      domain: { chainId, verifyingContract: address },
      types: SAFE_TX,
      primaryType: 'SafeTx',
      message,
    }),
  )
  const { to, data, operation } = call
  await line.send({
    to: address,
    data: encodeFunctionData({
      abi: SAFE_ABI,
      functionName: 'execTransaction',
      args: [to, 0n, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress, signatures],
    }),
  })
}
