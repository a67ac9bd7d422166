import { atom, type ReadableAtom } from 'nanostores'
import { type Language, pickLanguage } from '#shared/languages.ts'
import type { FirstMessages, Messages } from '../../i18n/messages.ts'
import type { Speech } from '../../i18n/use-speech.ts'
import type { Loading } from './loadable.ts'

/** Fetches words that are in a chunk of their own. */
type FurtherWords = (language: Language) => Promise<void>

/** The language that the app speaks: the server's guess first, then the member's choice or Telegram's own. */
export type Languages = {
  /** The language of the page as the server sent it. */
  first: Language
  /** What is spoken at first: one object, so that a page which the server drew is drawn once. */
  firstSpeech: Speech | Promise<Speech>
  speech: ReadableAtom<Loading<Speech>>
  /** What is spoken without a choice of the member's. */
  automatic: Language
  /** What the member chose; null where it is left to Telegram. */
  chosen: ReadableAtom<Language | null>
  /**
   * Learns what the screens after the first say, in the language that is wished or, where its words do not arrive, in
   * the page's; rejects when neither do.
   */
  learn(): Promise<void>
  /** Speaks this from now on; rejects when its words do not arrive, and then speaks on as before. */
  choose(chosen: Language | null): Promise<void>
  /** Speaks no other language before these words, which are on the screen, are here in it, too; returns how to stop. */
  keep(words: FurtherWords): () => void
}

type Deps = {
  first: Language
  /** What Telegram says; undefined where it says nothing. */
  languageCode: string | undefined
  /** What this device knows of the member's choice. */
  chosen: Language | null
  loadFirst: (language: Language) => FirstMessages | Promise<FirstMessages>
  load: (language: Language) => Promise<Messages>
}

export function createLanguages({ first, languageCode, ...deps }: Deps): Languages {
  const automatic = languageCode === undefined ? first : pickLanguage(languageCode)
  const chosen = atom(deps.chosen)
  const speech = atom<Loading<Speech>>({ status: 'waiting' })
  const firstMessages = deps.loadFirst(first)
  const firstSpeech =
    firstMessages instanceof Promise ? firstMessages.then(inFirst) : inFirst(firstMessages)
  const kept = new Set<FurtherWords>()

  const wished = () => chosen.get() ?? automatic

  function inFirst(messages: FirstMessages): Speech {
    return { language: first, isWhole: false, messages }
  }

  async function speakFirst(): Promise<void> {
    try {
      speech.set({ status: 'ready', value: await firstSpeech })
    } catch {
      speech.set({ status: 'failed' })
    }
  }

  /** Only the latest wish is heard, in whatever order the words arrive. */
  async function speakWished(): Promise<void> {
    const language = wished()
    await spoken
    if (wholeSpeech()?.language === language) return
    const messages = await deps.load(language)
    await Promise.all([...kept].map((words) => words(language)))
    if (language === wished()) speakWhole(language, messages)
  }

  async function learn(): Promise<void> {
    if (wholeSpeech() !== null) return
    await speakWished().catch(() => undefined)
    // What is wished did not arrive, or is another by now, whose words are still on their way.
    if (wholeSpeech() !== null) return
    const messages = await deps.load(first)
    if (wholeSpeech() === null) speakWhole(first, messages)
  }

  function wholeSpeech(): Speech | null {
    const current = speech.get()
    return current.status === 'ready' && current.value.isWhole ? current.value : null
  }

  /** What is said already is not said anew. */
  function speakWhole(language: Language, messages: Messages): void {
    if (wholeSpeech()?.language === language) return
    speech.set({ status: 'ready', value: { language, isWhole: true, messages } })
  }

  const spoken = speakFirst()
  return {
    first,
    firstSpeech,
    speech,
    automatic,
    chosen,
    learn,
    choose(language) {
      chosen.set(language)
      return speakWished()
    },
    keep(words) {
      kept.add(words)
      return () => void kept.delete(words)
    },
  }
}
