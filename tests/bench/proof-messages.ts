import * as v from 'valibot'
import type { EvmAccount } from '#shared/evm-account.ts'

/** An attempt that must stand ready: TON with its nonce, EVM with the account and the message to sign. */
export type SeedAttempt =
  | { family: 'ton'; nonce: string }
  | { family: 'evm'; account: EvmAccount; message: string }

/** The benchmark's message to this process. */
export type Seed = {
  attempts: SeedAttempt[]
  publicUrl: string
  /** How many links there are to requests, cards and cosignings together. */
  links: number
}
/**
 * The process's answer: the port, a token and id for each attempt in order, digests of proofs that were handed out, and codes of the
 * links. From then on it answers every message with its thread's processor time so far, in milliseconds.
 */
export const ReadySchema = v.object({
  port: v.number(),
  attempts: v.array(v.object({ token: v.string(), id: v.string() })),
  digests: v.array(v.string()),
  codes: v.array(v.string()),
})
export type Ready = v.InferOutput<typeof ReadySchema>
