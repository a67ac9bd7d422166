import * as v from 'valibot'
import { parseTonAddress } from '#shared/ton-address.ts'
import { EvmAddressSchema } from '#shared/address.ts'
import type { Family } from '#shared/wallet.ts'

/** Chain prefix that some apps put before an address (EIP-3770): `oeth:0x…`. Ignored, because we query every chain. */
const CHAIN_PREFIX = /^[a-z0-9-]+:(?=0x)/u

/** The address in the text that a member has pasted; null where there is none. */
export function pastedAddress(family: Family, text: string): string | null {
  const trimmed = text.trim()
  if (family === 'ton') return parseTonAddress(trimmed) === null ? null : trimmed
  const address = trimmed.replace(CHAIN_PREFIX, '')
  return v.is(EvmAddressSchema, address) ? address : null
}
