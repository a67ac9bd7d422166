import * as v from 'valibot'
import { type TonProof, TonProofSchema } from '#shared/api/submit-ton-proof.ts'
import { type Attempt, AttemptIdSchema } from '#shared/attempt.ts'
import type { UserStorage } from '../../api/user-storage.ts'

const ATTEMPT_KEY = 'attempt'
const PROOF_KEY = 'proof'

const RememberedSchema = v.object({
  id: AttemptIdSchema,
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Whether the member has been sent to a wallet. */
  isOpened: v.boolean(),
})

const ProofSchema = v.object({ id: AttemptIdSchema, proof: TonProofSchema })

/** The attempt that this device is in the middle of, so that a reload loses nothing. */
export type AttemptMemory = {
  id(): string | null
  /** The attempt to go back to at the start: one that a wallet may have answered meanwhile. */
  idToResume(now: number): string | null
  keep(attempt: Attempt, progress: 'made' | 'opened'): void
  /** A proof that has arrived but has not been answered by the server yet. */
  proofOf(id: string): TonProof | null
  keepProof(id: string, proof: TonProof): void
  forget(): void
}

export function createAttemptMemory(storage: UserStorage): AttemptMemory {
  const read = () => storage.read(ATTEMPT_KEY, RememberedSchema)
  return {
    id: () => read()?.id ?? null,
    idToResume(now) {
      const kept = read()
      return kept?.isOpened === true && Date.parse(kept.expiresAt) > now ? kept.id : null
    },
    keep: ({ id, expiresAt }, progress) =>
      storage.write(ATTEMPT_KEY, { id, expiresAt, isOpened: progress === 'opened' }),
    proofOf(id) {
      const kept = storage.read(PROOF_KEY, ProofSchema)
      return kept?.id === id ? kept.proof : null
    },
    keepProof: (id, proof) => storage.write(PROOF_KEY, { id, proof }),
    forget() {
      storage.remove(ATTEMPT_KEY)
      storage.remove(PROOF_KEY)
    },
  }
}
