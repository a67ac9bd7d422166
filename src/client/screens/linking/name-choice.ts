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
  /** The attempt that was made last, and its choice. */
  made: v.nullable(MadeSchema),
})

/** Whether the other owners may see the member's name: chosen before the wallet, and stored over a reload. */
export type NameChoice = ReturnType<typeof createNameChoice>

export function createNameChoice(storage: UserStorage) {
  const read = (code: string) => {
    const saved = storage.read(KEY, SavedNameSchema)
    return saved?.code === code ? saved : { code, showsName: false, made: null }
  }
  return {
    /** The member's choice for this cosigning; false until then. */
    of: (code: string): boolean => read(code).showsName,
    choose: (code: string, showsName: boolean): void =>
      storage.write(KEY, { ...read(code), showsName }),
    /** This attempt has been made with that choice. */
    made: (code: string, made: MadeChoice): void => storage.write(KEY, { ...read(code), made }),
    /** Whether this attempt may be reused: not if it was made with the other choice, which it would then apply. */
    fits(code: string, { id }: Pick<Attempt, 'id'>): boolean {
      const { made, showsName } = read(code)
      return made?.id !== id || made.showsName === showsName
    },
  }
}
