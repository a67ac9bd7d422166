import { bytesToHex } from 'viem'

const SEED_KEY = 'clasp-demo-evm-wallet/seed'
const SEED_BYTES = 32

/** The secret of this browser profile's wallet; made the first time. */
export function walletSeed(storage: Pick<Storage, 'getItem' | 'setItem'>): string {
  const known = storage.getItem(SEED_KEY)
  if (known !== null) return known
  const seed = bytesToHex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)))
  storage.setItem(SEED_KEY, seed)
  return seed
}
