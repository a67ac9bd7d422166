import * as v from 'valibot'
import {
  type Evidence,
  EvidenceSchema,
  type KeyEvidence,
  KeyEvidenceSchema,
  LoginMemberSchema,
} from '#proof/document.ts'
import type { AssociatedData, FieldCipher } from '../database/field-cipher.ts'

const StoredEvidenceSchema = v.pipe(v.string(), v.parseJson(), EvidenceSchema)
const StoredKeyEvidenceSchema = v.pipe(v.string(), v.parseJson(), KeyEvidenceSchema)
/** Unix time in seconds. */
const AuthDate = v.number()
/** `launch`: its data without `hash`, as the format has it. It opens no session. */
const LaunchSchema = v.object({ botId: v.string(), launch: v.string(), authDate: AuthDate })
const LoginSchema = v.object({
  ...LoginMemberSchema.entries,
  authDate: AuthDate,
  /** When its token expires. Unix time in seconds. */
  expiresAt: v.number(),
})
const StoredTelegramSchema = v.pipe(v.string(), v.parseJson(), v.union([LaunchSchema, LoginSchema]))

/** The login by which Telegram signed a proof: its token and the key, as the format has them. */
export type StoredProofLogin = v.InferOutput<typeof LoginSchema>
/** How Telegram signed a proof, and when. */
export type StoredTelegram = v.InferOutput<typeof StoredTelegramSchema>

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

export function unsealTelegram(
  sealed: Uint8Array,
  aad: AssociatedData,
  cipher: Pick<FieldCipher, 'unseal'>,
): StoredTelegram {
  return v.parse(StoredTelegramSchema, unsealText(sealed, aad, cipher))
}

function unsealText(
  sealed: Uint8Array,
  aad: AssociatedData,
  cipher: Pick<FieldCipher, 'unseal'>,
): string {
  return Buffer.from(cipher.unseal(sealed, aad)).toString()
}
