import * as v from 'valibot'
import {
  type Evidence,
  EvidenceSchema,
  type KeyEvidence,
  KeyEvidenceSchema,
} from '#proof/document.ts'
import type { AssociatedData, FieldCipher } from '../field-cipher.ts'

const StoredEvidenceSchema = v.pipe(v.string(), v.parseJson(), EvidenceSchema)
const StoredKeyEvidenceSchema = v.pipe(v.string(), v.parseJson(), KeyEvidenceSchema)

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

function openText(
  sealed: Uint8Array,
  aad: AssociatedData,
  cipher: Pick<FieldCipher, 'open'>,
): string {
  return Buffer.from(cipher.open(sealed, aad)).toString()
}
