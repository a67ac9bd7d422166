import { atom, type ReadableAtom } from 'nanostores'
import { type Language, pickLanguage } from '#shared/languages.ts'
import type { Messages } from '../../i18n/messages.ts'
import type { Speech } from '../../i18n/use-speech.ts'
import type { Loading } from './loadable.ts'

/** The language that the app speaks: the server's guess first, then the member's choice or Telegram's own. */
export type Languages = {
  /** The language of the page as the server sent it. */
  first: Language
  firstMessages: Messages | Promise<Messages>
  speech: ReadableAtom<Loading<Speech>>
  /** What is spoken without a choice of the member's. */
  automatic: Language
  /** What the member chose; null where it is left to Telegram. */
  chosen: ReadableAtom<Language | null>
  /** Changes to what is wished, where that differs from the page. */
  start(): void
  /** Speaks this from now on; rejects when its words do not arrive, and then speaks on as before. */
  choose(chosen: Language | null): Promise<void>
}

type Deps = {
  first: Language
  /** What Telegram says; undefined where it says nothing. */
  languageCode: string | undefined
  /** What this device knows of the member's choice. */
  chosen: Language | null
  load: (language: Language) => Messages | Promise<Messages>
}

export function createLanguages({ first, languageCode, load, ...deps }: Deps): Languages {
  const automatic = languageCode === undefined ? first : pickLanguage(languageCode)
  const chosen = atom(deps.chosen)
  const speech = atom<Loading<Speech>>({ status: 'waiting' })
  const firstMessages = load(first)

  const wished = () => chosen.get() ?? automatic

  async function speakFirst(): Promise<void> {
    try {
      speech.set({ status: 'ready', value: { language: first, messages: await firstMessages } })
    } catch {
      speech.set({ status: 'failed' })
    }
  }

  /** Only the latest wish is heard, in whatever order the words arrive. */
  async function speakWished(): Promise<void> {
    const language = wished()
    await spoken
    const current = speech.get()
    if (current.status === 'ready' && current.value.language === language) return
    const messages = await load(language)
    if (language === wished()) speech.set({ status: 'ready', value: { language, messages } })
  }

  const spoken = speakFirst()
  return {
    first,
    firstMessages,
    speech,
    automatic,
    chosen,
    start() {
      // A language that is on the screen already stays there.
      if (wished() !== first) speakWished().catch(() => undefined)
    },
    choose(language) {
      chosen.set(language)
      return speakWished()
    },
  }
}
