import { updateMe } from '#shared/api/update-me.ts'
import type { Language } from '#shared/languages.ts'
import type { User } from '#shared/user.ts'
import { ApiError } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import { isOffline } from '../../connection.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import { readLanguageMemory, writeLanguageMemory } from './language-memory.ts'
import type { Languages } from './language.ts'

/** The member's language choice: applied immediately, and stored on this device and on the server. */
export type LanguageChoice = ReturnType<typeof createLanguageChoice>

type Deps = {
  api: Api
  storage: UserStorage
  languages: Pick<Languages, 'first' | 'localization' | 'choose'>
  /** Stores the choice for the server's guess at the next page; null removes it. */
  note: (language: Language | null) => void
}

export function createLanguageChoice({ api, storage, languages, note }: Deps) {
  /** Number of choices so far. */
  let count = 0
  /** Increases when sending a choice starts and when it ends, so that an answer to an earlier request counts as old. */
  let moment = 0
  /** The server receives the choices one after the other. */
  let last: Promise<void> = Promise.resolve()

  function save(language: Language | null): Promise<void> {
    moment += 1
    last = send(language, last)
    return last
  }

  async function send(language: Language | null, before: Promise<void>): Promise<void> {
    const own = ++count
    await Promise.allSettled([before])
    await api.call(updateMe, { body: { language } })
    moment += 1
    if (own === count) writeLanguageMemory(storage, { chosen: language, isSaved: true })
  }

  async function show(language: Language | null): Promise<void> {
    try {
      await languages.choose(language)
    } catch (cause) {
      if (cause instanceof ApiError) throw cause
      throw new ApiError(isOffline() ? 'offline' : 'server-unreachable', { cause })
    }
  }

  function follow(chosenLanguage: Language | null): void {
    const { chosen, isSaved } = readLanguageMemory(storage)
    if (!isSaved) {
      save(chosen).catch(() => undefined)
      return
    }
    if (chosenLanguage === chosen) return
    writeLanguageMemory(storage, { chosen: chosenLanguage, isSaved: true })
    show(chosenLanguage).catch(() => undefined)
  }

  noteLanguage(languages, note)
  return {
    /**
     * A choice that the server could not receive is applied and stored anyway, and sent when the server answers again.
     *
     * @throws ApiError
     */
    async choose(language: Language | null): Promise<void> {
      writeLanguageMemory(storage, { chosen: language, isSaved: false })
      const outcomes = [save(language), show(language)]
      await Promise.allSettled(outcomes)
      await Promise.all(outcomes)
    },
    /**
     * Call when requesting the member from the server; pass the answer to the function that it returns, which follows
     * a choice from another device.
     */
    withFreshChoice() {
      const before = moment
      return ({ chosenLanguage }: Pick<User, 'chosenLanguage'>): void => {
        if (before === moment) follow(chosenLanguage)
      }
    },
    /** Removes everything about it from this browser. */
    forget: (): void => note(null),
  }
}

/** Where the server has guessed right, there is nothing to store. */
function noteLanguage({ first, localization }: Deps['languages'], note: Deps['note']): void {
  let noted = first
  localization.subscribe((current) => {
    if (current.status !== 'ready' || current.value.language === noted) return
    noted = current.value.language
    note(noted)
  })
}
