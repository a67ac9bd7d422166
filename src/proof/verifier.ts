/** What the package has as `clasp-telegram/verify`: a verifier for every engine, without Node, server and network. */
export type { ProofChains } from './chain.ts'
export { TELEGRAM_PRODUCTION, TELEGRAM_TEST, type TelegramKey } from './telegram.ts'
export type { Verdict } from './verdict.ts'
export { verifyProof } from './verify-proof.ts'
export { writeVerdict } from './write-verdict.ts'
