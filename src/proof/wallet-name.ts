import { getAddress } from 'viem/utils'
import type { TonNetwork } from '#shared/wallet.ts'

/** A wallet that a document names: see "Names of wallets" in docs/proof-format.md. */
export type NamedWallet =
  | {
      family: 'ton'
      network: TonNetwork
      /** Raw. */
      address: string
      workchain: 0 | -1
      /** Account id: 64 lower-case hex digits. */
      hash: string
    }
  | {
      family: 'evm'
      chainId: number
      /** With the checksum of EIP-55. */
      address: string
    }

const TON = /^tvm:(-239|-3):(0|-1)%3A([0-9a-f]{64})$/
const EVM = /^eip155:([1-9]\d{0,15}):(0x[0-9a-fA-F]{40})$/

/** Reads a wallet's name in CAIP-10; null for anything else. */
export function parseWalletName(name: string): NamedWallet | null {
  const [, network, workchain, hash] = TON.exec(name) ?? []
  if (network !== undefined && workchain !== undefined && hash !== undefined)
    return {
      family: 'ton',
      network: network === '-3' ? '-3' : '-239',
      address: `${workchain}:${hash}`,
      workchain: workchain === '0' ? 0 : -1,
      hash,
    }
  const [, chainId, address] = EVM.exec(name) ?? []
  if (chainId === undefined || address === undefined || !isChecksummed(address)) return null
  // A number that is not exact would be the name of another chain.
  if (!Number.isSafeInteger(Number(chainId))) return null
  return { family: 'evm', chainId: Number(chainId), address }
}

/** Whether the letters of 40 hex digits after `0x` have the case that EIP-55 demands. */
export function isChecksummed(address: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(address) && getAddress(address) === address
}
