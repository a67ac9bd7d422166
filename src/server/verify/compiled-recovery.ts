import { recover } from 'tiny-secp256k1'
import type { RecoverKey } from '#proof/evm/evm-signer.ts'

/** Recovers keys by Bitcoin's libsecp256k1, compiled to WebAssembly: it runs wherever Node does (decision 056). */
export const compiledRecovery: RecoverKey = ({ hash, compact, recovery }) =>
  recover(hash, compact, recovery, false)
