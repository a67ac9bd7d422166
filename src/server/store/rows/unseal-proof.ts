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

export function unsealProof(
  sealed: Uint8Array,
  aad: AssociatedData,
  cipher: Pick<FieldCipher, 'unseal'>,
): Evidence {
  return v.parse(StoredEvidenceSchema, unsealText(sealed, aad, cipher))
}

/** The same for what one key signed. */
export function unsealKeyProof(
  sealed: Uint8Array,
  aad: AssociatedData,
  cipher: Pick<FieldCipher, 'unseal'>,
): KeyEvidence {
  return v.parse(StoredKeyEvidenceSchema, unsealText(sealed, aad, cipher))
}

export function unsealProofLaunch(
  sealed: Uint8Array,
  aad: AssociatedData,
  cipher: Pick<FieldCipher, 'unseal'>,
): StoredProofLaunch {
  return v.parse(StoredLaunchSchema, unsealText(sealed, aad, cipher))
}

function unsealText(
  sealed: Uint8Array,
  aad: AssociatedData,
  cipher: Pick<FieldCipher, 'unseal'>,
): string {
  return Buffer.from(cipher.unseal(sealed, aad)).toString()
}
