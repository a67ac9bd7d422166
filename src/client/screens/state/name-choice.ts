import * as v from 'valibot'
import { type Attempt, AttemptIdSchema } from '#shared/attempt.ts'
import type { UserStorage } from '../../api/user-storage.ts'

const KEY = 'cosign/name'

const MadeSchema = v.object({ id: AttemptIdSchema, showsName: v.boolean() })
type MadeChoice = v.InferOutput<typeof MadeSchema>

const SavedNameSchema = v.object({
  /** Of the cosigning. */
  code: v.string(),
  showsName: v.boolean(),
  /** The attempt that was made last, and with which answer. */
  made: v.nullable(MadeSchema),
})

/** Whether the other owners may see who the member is: asked before the wallet is chosen, and kept over a reload. */
export type NameChoice = {
  /** What the member has said for this cosigning; false until then. */
  of(code: string): boolean
  choose(code: string, showsName: boolean): void
  /** This attempt has been made with that answer. */
  made(code: string, made: MadeChoice): void
  /** Whether nothing is known against taking this attempt up: one that was made with the other answer would tell it. */
  fits(code: string, attempt: Pick<Attempt, 'id'>): boolean
}

export function createNameChoice(storage: UserStorage): NameChoice {
  const read = (code: string) => {
    const saved = storage.read(KEY, SavedNameSchema)
    return saved?.code === code ? saved : { code, showsName: false, made: null }
  }
  return {
    of: (code) => read(code).showsName,
    choose: (code, showsName) => storage.write(KEY, { ...read(code), showsName }),
    made: (code, made) => storage.write(KEY, { ...read(code), made }),
    fits(code, { id }) {
      const { made, showsName } = read(code)
      return made?.id !== id || made.showsName === showsName
    },
  }
}
