import * as v from 'valibot'

/*
 * Where an account is. Separate from what can be said about wallets, because the first script needs only this.
 */

/** TON network id as wallets send it: `-239` mainnet, `-3` testnet. */
export const TonNetworkSchema = v.picklist(['-239', '-3'])

/** Raw TON address: workchain 0 or -1, then 64 lower-case hex digits. */
export const RawTonAddressSchema = v.pipe(v.string(), v.regex(/^(?:0|-1):[0-9a-f]{64}$/))

/** Chain id of EIP-155, decimal. */
export const ChainIdSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** EVM address: 20 bytes in hex. Ours carry the checksum of EIP-55. */
export const EvmAddressSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
