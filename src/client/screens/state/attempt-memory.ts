import * as v from 'valibot'
import { type TonProof, TonProofSchema } from '#shared/api/submit-ton-proof.ts'
import { type Attempt, AttemptIdSchema } from '#shared/attempt.ts'
import { RequestCodeSchema } from '#shared/request.ts'
import type { UserStorage } from '../../api/user-storage.ts'

const ATTEMPT_KEY = 'attempt'
const PROOF_KEY = 'proof'

const RememberedSchema = v.object({
  id: AttemptIdSchema,
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Whether the member has been sent to a wallet. */
  isOpened: v.boolean(),
  requestCode: v.nullable(RequestCodeSchema),
})

type Remembered = v.InferOutput<typeof RememberedSchema>

const ProofSchema = v.object({ id: AttemptIdSchema, proof: TonProofSchema })

/** The attempt that this device is in the middle of, so that a reload loses nothing. */
export type AttemptMemory = {
  id(): string | null
  /** The attempt to go back to at the start: one that a wallet may have answered meanwhile. */
  toResume(now: number): Pick<Attempt, 'id' | 'requestCode'> | null
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
    toResume(now) {
      const kept = read()
      return kept?.isOpened === true && Date.parse(kept.expiresAt) > now ? kept : null
    },
    keep({ id, expiresAt, requestCode }, progress) {
      const isOpened = progress === 'opened'
      storage.write(ATTEMPT_KEY, { id, expiresAt, isOpened, requestCode } satisfies Remembered)
    },
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
