/** What the package has as `clasp-telegram/verify`: a verifier for every engine, without Node and server. Only `askStatus` asks anybody, by the `fetch` that it gets. */
export type { ProofChains } from './chain.ts'
export { askStatus, type AskedStatus, writeStatus } from './proof-status.ts'
export { TELEGRAM_PRODUCTION, TELEGRAM_TEST, type TelegramKey } from './telegram.ts'
export type { Verdict } from './verdict.ts'
export { verifyProof } from './verify-proof.ts'
export { writeVerdict } from './write-verdict.ts'
