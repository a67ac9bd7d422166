import { utf8ToBytes } from '@noble/hashes/utils'
import * as v from 'valibot'
import { escapeControls } from '#shared/escape-controls.ts'
import { MAX_PROOF_BYTES } from '#shared/limits.ts'
import { FORMAT, type ProofDocument, ProofDocumentSchema } from './document.ts'
import { decodeUtf8 } from './decode-utf8.ts'
import { type JsonFault, parseJson } from './parse-json.ts'
import { type NamedWallet, parseAccountId } from './account-id.ts'

/** Characters that are shown of a member's name. */
const MAX_NAME = 40

/** Why a text is no document that can be verified. */
export type Unreadable = 'not-utf-8' | 'too-long' | JsonFault | 'unknown-format' | 'malformed'

export type ReadProof =
  | { ok: true; document: ProofDocument; wallet: NamedWallet }
  | {
      ok: false
      reason: Unreadable
      /** Path of the member that is malformed, as in `evidence.nonce`. */
      at?: string
    }

/**
 * Reads a document in the format clasp-proof/1. It says nothing yet about what the document shows.
 *
 * @param source its bytes, or their text. A longer one than is allowed may be cut after one byte too many.
 */
export function readProof(source: Uint8Array | string): ReadProof {
  if (source.length > MAX_PROOF_BYTES) return { ok: false, reason: 'too-long' }
  const bytes = typeof source === 'string' ? utf8ToBytes(source) : source
  if (bytes.length > MAX_PROOF_BYTES) return { ok: false, reason: 'too-long' }
  const text = typeof source === 'string' ? source : decodeUtf8(source)
  if (text === null) return { ok: false, reason: 'not-utf-8' }
  const parsed = parseJson(text)
  if (!parsed.ok) return parsed
  if (!isThisFormat(parsed.value)) return { ok: false, reason: 'unknown-format' }
  const checked = v.safeParse(ProofDocumentSchema, parsed.value, { abortEarly: true })
  if (!checked.success) {
    const at = checked.issues[0].path?.map(({ key }) => showName(String(key))).join('.')
    return { ok: false, reason: 'malformed', ...(at !== undefined && { at }) }
  }
  const wallet = parseAccountId(checked.output.wallet)
  if (wallet === null) return { ok: false, reason: 'malformed', at: 'wallet' }
  return { ok: true, document: checked.output, wallet }
}

/** A name of the document's may hold what a terminal obeys, or a verdict of its own. */
function showName(name: string): string {
  return escapeControls(JSON.stringify(name).slice(1, -1)).slice(0, MAX_NAME)
}

function isThisFormat(parsed: unknown): boolean {
  return (
    typeof parsed === 'object' && parsed !== null && 'format' in parsed && parsed.format === FORMAT
  )
}
