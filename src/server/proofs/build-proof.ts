import { MAX_PROOF_BYTES } from '#shared/limits.ts'
import { FORMAT, type Evidence, type ProofDocument } from '#proof/document.ts'
import { proofDigest, proofStartParam } from '#proof/proof-digest.ts'
import { getShown } from '#proof/signed-facts.ts'
import { accountId } from '#proof/account-id.ts'
import { LOGIN_SHARED_AFTER_MS, PROOF_LAUNCH_SHARED_AFTER_MS } from '#shared/limits.ts'
import type { StoredTelegram } from '../store/rows/unseal-proof.ts'
import type { StoredProof } from '../store/rows/proof-rows.ts'
import type { EpochMs } from '../store/database/stored.ts'

/**
 * The document in the format clasp-proof/1 that shows a link to a third party; null for a multisig of which too few
 * owners show their names. Telegram's signature is part of it once nothing of it can open a session.
 */
export function buildProof(stored: StoredProof, now: EpochMs): ProofDocument | null {
  const document = buildUnsigned(stored)
  const { telegram } = stored
  if (document === null || telegram === null || now < getSharedFrom(telegram)) return document
  const signed = { ...document, telegram: toTelegramMember(telegram) }
  return isTooLong(signed) ? document : signed
}

/** Telegram's signature as the format has it. */
export function toTelegramMember(telegram: StoredTelegram): Required<ProofDocument>['telegram'] {
  const { botId } = telegram
  if ('launch' in telegram) return { botId, launch: telegram.launch }
  return { botId, idToken: telegram.idToken, jwk: telegram.jwk }
}

/** The code by which Telegram signs this proof: a launch's start parameter, or a login's nonce. Null if there is no proof. */
export function getProofCode(stored: StoredProof): string | null {
  const document = buildUnsigned(stored)
  return document && proofStartParam(document)
}

/** By which the holder of a proof asks for its status; null if there is no proof. */
export function getDigest(stored: StoredProof): Uint8Array | null {
  const document = buildUnsigned(stored)
  return document && Buffer.from(proofDigest(document), 'base64url')
}

/** When a proof with this signature is first handed out. */
export function getSharedFrom(telegram: StoredTelegram): EpochMs {
  return 'launch' in telegram
    ? telegram.authDate * 1_000 + PROOF_LAUNCH_SHARED_AFTER_MS
    : telegram.expiresAt * 1_000 + LOGIN_SHARED_AFTER_MS
}

/** The document without Telegram's signature, of which the digest is; null as for {@link buildProof}. */
export function buildUnsigned({ wallet, telegramId, evidence }: StoredProof): ProofDocument | null {
  if (!isEnough(evidence)) return null
  const document = { format: FORMAT, telegramId, wallet: accountId(wallet), evidence } as const
  return isTooLong(document) ? null : document
}

/** The text of a document as it leaves the server, so that what is measured is what is sent. */
export function writeProof(document: ProofDocument): string {
  return JSON.stringify(document)
}

function isTooLong(document: ProofDocument): boolean {
  return Buffer.byteLength(writeProof(document)) > MAX_PROOF_BYTES
}

function isEnough(evidence: Evidence): boolean {
  return evidence.type !== 'quorum' || getShown(evidence).length >= evidence.threshold
}
