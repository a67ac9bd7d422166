import * as v from 'valibot'
import {
  type Evidence,
  EvidenceSchema,
  type KeyEvidence,
  KeyEvidenceSchema,
} from '#proof/document.ts'
import type { AssociatedData, FieldCipher } from '../database/field-cipher.ts'

const StoredEvidenceSchema = v.pipe(v.string(), v.parseJson(), EvidenceSchema)
const StoredKeyEvidenceSchema = v.pipe(v.string(), v.parseJson(), KeyEvidenceSchema)
const StoredLaunchSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ botId: v.string(), launch: v.string(), authDate: v.number() }),
)

/** The launch by which Telegram signed a proof. */
export type StoredProofLaunch = {
  botId: string
  /** The launch data without `hash`, as the format has it. It opens no session. */
  launch: string
  /** Unix time in seconds. */
  authDate: number
}

export function openProof(
  sealed: Uint8Array,
  aad: AssociatedData,
  cipher: Pick<FieldCipher, 'open'>,
): Evidence {
  return v.parse(StoredEvidenceSchema, openText(sealed, aad, cipher))
}

/** The same for what one key signed. */
export function openKeyProof(
  sealed: Uint8Array,
  aad: AssociatedData,
  cipher: Pick<FieldCipher, 'open'>,
): KeyEvidence {
  return v.parse(StoredKeyEvidenceSchema, openText(sealed, aad, cipher))
}

export function openProofLaunch(
  sealed: Uint8Array,
  aad: AssociatedData,
  cipher: Pick<FieldCipher, 'open'>,
): StoredProofLaunch {
  return v.parse(StoredLaunchSchema, openText(sealed, aad, cipher))
}

function openText(
  sealed: Uint8Array,
  aad: AssociatedData,
  cipher: Pick<FieldCipher, 'open'>,
): string {
  return Buffer.from(cipher.open(sealed, aad)).toString()
}
