import * as v from 'valibot'
import { LANGUAGES } from '#shared/languages.ts'
import type { UserStorage } from '../../api/user-storage.ts'

const KEY = 'language'

const MemorySchema = v.object({
  chosen: v.nullable(v.picklist(LANGUAGES)),
  /** Whether the server has it, too. */
  isSaved: v.boolean(),
})

/** What this device knows about the member's language choice. */
export type LanguageMemory = v.InferOutput<typeof MemorySchema>

export function readLanguageMemory(storage: UserStorage): LanguageMemory {
  return storage.read(KEY, MemorySchema) ?? { chosen: null, isSaved: true }
}

export function writeLanguageMemory(storage: UserStorage, memory: LanguageMemory): void {
  storage.write(KEY, memory)
}
