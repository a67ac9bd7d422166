import * as v from 'valibot'
import { EvidenceSchema, KeyEvidenceSchema, LoginMemberSchema } from '#proof/document.ts'
import { jsonUnsealer } from '../database/field-cipher.ts'

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
const StoredTelegramSchema = v.union([LaunchSchema, LoginSchema])

/** The login by which Telegram signed a proof: its token and the key, as the format has them. */
export type StoredProofLogin = v.InferOutput<typeof LoginSchema>
/** How Telegram signed a proof, and when. */
export type StoredTelegram = v.InferOutput<typeof StoredTelegramSchema>

export const unsealProof = jsonUnsealer(EvidenceSchema)

/** The same for what one key signed. */
export const unsealKeyProof = jsonUnsealer(KeyEvidenceSchema)

export const unsealTelegram = jsonUnsealer(StoredTelegramSchema)
