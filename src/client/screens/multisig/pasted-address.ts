import * as v from 'valibot'
import { parseTonAddress } from '#shared/ton-address.ts'
import { EvmAddressSchema } from '#shared/address.ts'
import type { Family } from '#shared/wallet.ts'

/** What some apps put before an address to name its chain (EIP-3770): `oeth:0x…`. Every chain is asked here. */
const CHAIN_PREFIX = /^[a-z0-9-]+:(?=0x)/u

/** The address in what a member has pasted; null where that is none. */
export function pastedAddress(family: Family, text: string): string | null {
  const trimmed = text.trim()
  if (family === 'ton') return parseTonAddress(trimmed) === null ? null : trimmed
  const address = trimmed.replace(CHAIN_PREFIX, '')
  return v.is(EvmAddressSchema, address) ? address : null
}
