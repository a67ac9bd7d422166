import { evmNetwork } from './evm-network.ts'
import type { TonNetwork } from './wallet.ts'

type NamedAccount =
  | { family: 'ton'; network: TonNetwork; address: string }
  /** `chainId`: null for a key's account, which is the same on every chain. */
  | { family: 'evm'; chainId: number | null; address: string }

/** The chain on which the account of an EVM key is named: it needs one name. */
const NAMED_CHAIN_ID = 1

/**
 * The name of an account in CAIP-10: `eip155:1:0x…`, `tvm:-239:0%3A…`. CAIP-10 allows no colon in an address, so the
 * colon of a raw TON address is percent-encoded.
 *
 * @param account address: raw for TON, with its checksum for EVM
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
