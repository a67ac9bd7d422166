import { createTonSigner, type TonSigner } from '#tests/support/ton-signer.ts'
import { getEvmKey } from '#tests/support/link-wallet.ts'
import { shortAddress } from '#server/bot/describe-wallet.ts'
import { KEYS, TON_KEYS } from './model.ts'

const SIGNERS: TonSigner[] = Array.from({ length: TON_KEYS }, (_, key) =>
  createTonSigner({ kind: 'v5r1', seed: new Uint8Array(32).fill(key + 1), network: '-239' }),
)
const EVM_KEYS = Array.from({ length: KEYS - TON_KEYS }, (_, key) => getEvmKey(key + 1))

/** By key, as the store has them. */
export const KEY_ADDRESSES: string[] = [
  ...SIGNERS.map(({ address }) => address),
  ...EVM_KEYS.map(({ address }) => address),
]

/** The same as the bot writes them. */
export const SHORT_ADDRESSES: string[] = KEY_ADDRESSES.map((address, key) =>
  shortAddress(
    key < TON_KEYS ? { family: 'ton', network: '-239', address } : { family: 'evm', address },
  ),
)

export function tonSigner(key: number): TonSigner {
  return find(SIGNERS, key)
}

export function evmKey(key: number) {
  return find(EVM_KEYS, key - TON_KEYS)
}

function find<One>(list: readonly One[], at: number): One {
  const found = list[at]
  if (found === undefined) throw new Error(`there is no key ${at}`)
  return found
}
