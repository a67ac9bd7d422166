import { messages } from 'virtual:messages/en/proof'
import { writeStatus as writeInWords } from '../i18n/write-status.ts'
import { plainWording, writeVerdict as writeStatements } from '../i18n/write-verdict.ts'
import type { AskedStatus } from '#proof/proof-status.ts'
import type { Facts, Verdict } from '#proof/verdict.ts'

/*
 * What the package has as `clasp-telegram/verify`: a verifier for every engine, without Node and server. Only `askStatus`
 * asks anybody, by the `fetch` that it gets.
 */
export type { ProofChains } from '#proof/chain.ts'
export { askStatus, type AskedStatus } from '#proof/proof-status.ts'
export { type LoginKey, TELEGRAM_LOGIN_KEYS } from '#proof/login.ts'
export { TELEGRAM_PRODUCTION, TELEGRAM_TEST, type TelegramKey } from '#proof/telegram.ts'
export type { Verdict } from '#proof/verdict.ts'
export type { Exported, NotSiwe } from '#proof/read-siwe.ts'
export { type Cacao, toCacao } from '#proof/to-cacao.ts'
export { type Siwe, toSiwe } from '#proof/to-siwe.ts'
export { verifyProof } from '#proof/verify-proof.ts'

const ENGLISH = plainWording(messages)

/** What follows from a document, in English sentences. */
export function writeVerdict(verdict: Exclude<Verdict, { verdict: 'unreadable' }>): string[] {
  return writeStatements(verdict, ENGLISH).flatMap(({ sentences }) => sentences)
}

/** What the site of a proof answered, in English. */
export function writeStatus(asked: AskedStatus, facts: Pick<Facts, 'site'>): string {
  return writeInWords(asked, facts, ENGLISH)
}
