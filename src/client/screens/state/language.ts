import { atom, type ReadableAtom } from 'nanostores'
import { type Language, pickLanguage } from '#shared/languages.ts'
import type { Messages } from '../../i18n/messages.ts'
import type { Speech } from '../../i18n/use-speech.ts'
import type { Loading } from './loadable.ts'

/** The language that the app speaks: the server's guess first, then Telegram's own. */
export type Languages = {
  /** The language of the page as the server sent it. */
  first: Language
  firstMessages: Messages | Promise<Messages>
  speech: ReadableAtom<Loading<Speech>>
  /** Changes to what Telegram says, where that differs from the page. */
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
  const speech = atom<Loading<Speech>>({ status: 'waiting' })
  const firstMessages = load(first)

  async function speak(language: Language, messages: Messages | Promise<Messages>): Promise<void> {
    try {
      speech.set({ status: 'ready', value: { language, messages: await messages } })
    } catch {
      // A language that is on the screen already stays there.
      if (speech.get().status !== 'ready') speech.set({ status: 'failed' })
    }
  }

  const spoken = speak(first, firstMessages)
  return {
    first,
    firstMessages,
    speech,
    start() {
      if (wished !== first) void spoken.then(() => speak(wished, load(wished)))
    },
  }
}
