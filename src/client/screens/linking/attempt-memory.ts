import * as v from 'valibot'
import { type Attempt, AttemptIdSchema } from '#shared/attempt.ts'
import { CosigningCodeSchema } from '#shared/codes.ts'
import { EVM_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import { RequestCodeSchema } from '#shared/request.ts'
import { FAMILIES, type Family } from '#shared/wallet.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import { type Submission, SubmissionSchema } from './submission.ts'

const SUBMISSION_KEY = 'submission'

const RememberedSchema = v.object({
  id: AttemptIdSchema,
  /** Until when the app returns the member to it at the start. */
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Whether the member has been sent to a wallet, and since then to none of another family. */
  isOpened: v.boolean(),
  requestCode: v.nullable(RequestCodeSchema),
  confirmsCode: v.optional(v.nullable(CosigningCodeSchema), null),
})

type Remembered = v.InferOutput<typeof RememberedSchema>

const SavedSubmissionSchema = v.object({ id: AttemptIdSchema, submission: SubmissionSchema })

/** The attempts that this device has in progress, one per family, so that a reload loses nothing. */
export type AttemptMemory = ReturnType<typeof createAttemptMemory>

export function createAttemptMemory(storage: UserStorage) {
  const read = (family: Family) => storage.read(getKey(family), RememberedSchema)
  const write = (family: Family, saved: Remembered) => storage.write(getKey(family), saved)
  /** What a wallet has given and the server has not judged yet. */
  const findSubmission = (id: string): Submission | null => {
    const saved = storage.read(SUBMISSION_KEY, SavedSubmissionSchema)
    return saved?.id === id ? saved.submission : null
  }

  function dropSubmission(id: string): void {
    if (findSubmission(id) !== null) storage.remove(SUBMISSION_KEY)
  }

  /** The member works on one attempt at a time. */
  function leaveOthers(opened: Family): void {
    for (const family of FAMILIES) {
      const saved = family === opened ? null : read(family)
      if (saved !== null) write(family, { ...saved, isOpened: false })
    }
  }

  return {
    id: (family: Family): string | null => read(family)?.id ?? null,
    /** The attempt to return to at the start: one that a wallet may have answered meanwhile. */
    toResume(now: number): Pick<Attempt, 'id' | 'requestCode' | 'confirmsCode'> | null {
      const isLive = (saved: Remembered | null) =>
        saved?.isOpened === true && Date.parse(saved.expiresAt) > now
      return FAMILIES.map(read).find(isLive) ?? null
    },
    keep(attempt: Attempt, progress: 'made' | 'opened'): void {
      const { id, family, requestCode, confirmsCode } = attempt
      const isOpened = progress === 'opened'
      if (isOpened) leaveOthers(family)
      write(family, { id, expiresAt: resumedUntil(attempt), isOpened, requestCode, confirmsCode })
    },
    findSubmission,
    saveSubmission: (id: string, submission: Submission): void =>
      storage.write(SUBMISSION_KEY, { id, submission }),
    dropSubmission,
    /** Forgets this attempt, but not one that was made after it. */
    forget({ id, family }: Pick<Attempt, 'id' | 'family'>): void {
      if (read(family)?.id === id) storage.remove(getKey(family))
      dropSubmission(id)
    },
  }
}

/** An attempt that waits for a multisig's owners lasts for days; the app returns to it only at first. */
function resumedUntil({ createdAt, expiresAt }: Attempt): string {
  const last = Date.parse(createdAt) + EVM_ATTEMPT_TTL_MS
  return new Date(Math.min(last, Date.parse(expiresAt))).toISOString()
}

function getKey(family: Family): string {
  return `attempt/${family}`
}
