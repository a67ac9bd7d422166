import * as v from 'valibot'

const Time = v.pipe(v.string(), v.isoTimestamp())

/** A launch, or a login, by which Telegram signed the proof of a wallet. */
export const ProofLaunchSchema = v.object({
  /** When Telegram signed it. */
  signedAt: Time,
  /** From when the proof is handed out with it: nothing of it then opens a session. */
  includedFrom: Time,
})
export type ProofLaunch = v.InferOutput<typeof ProofLaunchSchema>
