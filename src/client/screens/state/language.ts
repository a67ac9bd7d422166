import { atom, type ReadableAtom } from 'nanostores'
import { type Language, pickLanguage } from '#shared/languages.ts'
import type { Messages } from '../../i18n/messages.ts'
import type { Speech } from '../../i18n/use-speech.ts'

/** The language that the app speaks: the server's guess first, then Telegram's own. */
export type Languages = {
  /** The language of the page as the server sent it. */
  first: Language
  firstMessages: Messages | Promise<Messages>
  /** What the app speaks instead, once that is loaded. */
  switched: ReadableAtom<Speech | null>
  start(): void
}

type Deps = {
  first: Language
  /** What Telegram says; undefined where it says nothing. */
  languageCode: string | undefined
  load: (language: Language) => Messages | Promise<Messages>
}

export function createLanguages({ first, languageCode, load }: Deps): Languages {
  const wished = languageCode === undefined ? first : pickLanguage(languageCode)
  const switched = atom<Speech | null>(null)

  async function change(): Promise<void> {
    try {
      switched.set({ language: wished, messages: await load(wished) })
    } catch {
      // The first language stays: it is on the screen and can be read.
    }
  }

  return {
    first,
    firstMessages: load(first),
    switched,
    start() {
      if (wished !== first) void change()
    },
  }
}
