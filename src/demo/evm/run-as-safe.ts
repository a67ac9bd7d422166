import { type Address, type Hex, encodeFunctionData, zeroAddress } from 'viem'
import type { ChainLine } from './chain-line.ts'
import { SAFE_ABI } from './safe-contracts.ts'
import { type SafeAccount, signByOwners } from './sign-as-safe.ts'

/** A call that a Safe executes after its owners have signed it. */
export type SafeCall = { to: Address; data: Hex; operation: typeof CALL | typeof DELEGATE_CALL }

export const CALL = 0
export const DELEGATE_CALL = 1

/** A Safe with the private keys of enough owners for its threshold, or more. */
export type SignedSafe = { safe: SafeAccount; keys: readonly Hex[] }

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

/** Runs a call as the Safe, for which its owners have signed. */
export async function runAsSafe(
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
