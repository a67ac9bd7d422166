import { updateMe } from '#shared/api/update-me.ts'
import type { Language } from '#shared/languages.ts'
import type { User } from '#shared/user.ts'
import { ApiError } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import { readLanguageMemory, writeLanguageMemory } from './language-memory.ts'
import type { Languages } from './language.ts'

/** The member's choice of a language: spoken at once, kept on this device, and on the server for the bot and every other device. */
export type LanguageChoice = {
  /**
   * What the server could not be told is spoken and kept all the same, and told when it next answers.
   *
   * @throws ApiError
   */
  choose(language: Language | null): Promise<void>
  /**
   * Called as the server is asked about the member; what it gives back hears the answer and follows it,
   * so that a choice on another device holds here.
   */
  withFreshChoice(): (user: Pick<User, 'chosenLanguage'>) => void
  /** Leaves nothing of it in this browser. */
  forget(): void
}

type Deps = {
  api: Api
  storage: UserStorage
  languages: Pick<Languages, 'first' | 'localization' | 'choose'>
  /** Takes a note for the server's guess at the next page; null takes it back. */
  note: (language: Language | null) => void
  /** False when the device knows that it has no connection. */
  isOnline: () => boolean
}

export function createLanguageChoice({
  api,
  storage,
  languages,
  note,
  isOnline,
}: Deps): LanguageChoice {
  /** How many choices there were. */
  let count = 0
  /** Grows as a choice begins to be told and as that ends: an answer to a question from before is old. */
  let moment = 0
  /** The server hears one choice after the other. */
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
      throw new ApiError(isOnline() ? 'server-unreachable' : 'offline', { cause })
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
    async choose(language) {
      writeLanguageMemory(storage, { chosen: language, isSaved: false })
      const outcomes = [save(language), show(language)]
      await Promise.allSettled(outcomes)
      await Promise.all(outcomes)
    },
    withFreshChoice() {
      const before = moment
      return ({ chosenLanguage }) => {
        if (before === moment) follow(chosenLanguage)
      }
    },
    forget: () => note(null),
  }
}

/** Where the server has guessed right, there is nothing to note. */
function noteLanguage({ first, localization }: Deps['languages'], note: Deps['note']): void {
  let noted = first
  localization.subscribe((current) => {
    if (current.status !== 'ready' || current.value.language === noted) return
    noted = current.value.language
    note(noted)
  })
}
