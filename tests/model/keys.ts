import { createTonSigner, type TonSigner } from '#tests/support/ton-signer.ts'
import { getEvmKey } from '#tests/support/link-wallet.ts'
import { shortAddress } from '#server/bot/describe-wallet.ts'
import { CHAIN_KEY, KEYS, MULTISIG, TON_KEYS } from './model.ts'

const seedOf = (number: number) => new Uint8Array(32).fill(number)
const SIGNERS: TonSigner[] = Array.from({ length: TON_KEYS }, (_, key) =>
  createTonSigner({
    kind: key === CHAIN_KEY ? 'WalletTg' : 'v5r1',
    seed: seedOf(key + 1),
    network: '-239',
  }),
)
/** The wallet whose key the chain says, after it got another one. */
export const REPLACED: TonSigner = createTonSigner({
  kind: 'WalletTg',
  seed: seedOf(CHAIN_KEY + 1),
  signingSeed: seedOf(9),
  network: '-239',
})
const EVM_KEYS = Array.from({ length: KEYS - TON_KEYS }, (_, key) => getEvmKey(key + 1))

export const MULTISIG_ADDRESS = `0:${'7c'.repeat(32)}`
/** An owner of the multisig who is no member. */
export const STRANGER_ADDRESS = `0:${'5d'.repeat(32)}`

/** By key, and then of the multisig, as the store has them. */
export const KEY_ADDRESSES: string[] = [
  ...SIGNERS.map(({ address }) => address),
  ...EVM_KEYS.map(({ address }) => address),
  MULTISIG_ADDRESS,
]

/** The same as the bot writes them. */
export const SHORT_ADDRESSES: string[] = KEY_ADDRESSES.map((address, key) =>
  shortAddress(
    key < TON_KEYS || key === MULTISIG
      ? { family: 'ton', network: '-239', address }
      : { family: 'evm', address },
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
