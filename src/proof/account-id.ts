import { evmNetwork } from '#shared/evm-network.ts'
import { parseEvmAddress } from '#shared/parse-evm-address.ts'
import type { TonNetwork } from '#shared/wallet.ts'

/** `address`: raw */
export type NamedTonWallet = { family: 'ton'; network: TonNetwork; address: string }

/** `address`: with the checksum of EIP-55 */
export type NamedEvmWallet = { family: 'evm'; chainId: number; address: string }

/** A wallet that a document names: see "Names of wallets" in docs/proof-format.md. */
export type NamedWallet = NamedTonWallet | NamedEvmWallet

/** `chainId`: null for a key's account, which is the same on every chain */
type NamedAccount = NamedTonWallet | (Omit<NamedEvmWallet, 'chainId'> & { chainId: number | null })

/** The chain on which the account of an EVM key is named: it needs one name. */
export const NAMED_CHAIN_ID = 1

/**
 * The name of an account in CAIP-10: `eip155:1:0x…`, `tvm:-239:0%3A…`. CAIP-10 allows no colon in an address, so the
 * colon of a raw TON address is percent-encoded.
 *
 * @see https://chainagnostic.org/CAIPs/caip-10
 */
export function accountId(account: NamedAccount): string {
  return account.family === 'ton'
    ? `${tonChainId(account.network)}:${account.address.replace(':', '%3A')}`
    : `${evmNetwork(account.chainId ?? NAMED_CHAIN_ID)}:${account.address}`
}

/** A TON network's name in CAIP-2. */
export function tonChainId(network: TonNetwork): `tvm:${TonNetwork}` {
  return `tvm:${network}`
}

const TON = /^tvm:(-239|-3):(0|-1)%3A([0-9a-f]{64})$/
const EVM = /^eip155:([1-9]\d{0,15}):(0x[0-9a-fA-F]{40})$/

/** Reads the name that {@link accountId} writes; null for anything else. */
export function parseAccountId(name: string): NamedWallet | null {
  const [, network, workchain, hash] = TON.exec(name) ?? []
  if (network !== undefined && workchain !== undefined && hash !== undefined)
    return {
      family: 'ton',
      network: network === '-3' ? '-3' : '-239',
      address: `${workchain}:${hash}`,
    }
  const [, chainId, address] = EVM.exec(name) ?? []
  if (chainId === undefined || address === undefined || !isChecksummed(address)) return null
  // A number that is not exact would be the name of another chain.
  if (!Number.isSafeInteger(Number(chainId))) return null
  return { family: 'evm', chainId: Number(chainId), address }
}

/** Whether the letters of 40 hex digits after `0x` have the case that EIP-55 demands. */
export function isChecksummed(address: string): boolean {
  return parseEvmAddress(address) === address
}
