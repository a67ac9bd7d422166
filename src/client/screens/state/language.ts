import { atom, type ReadableAtom } from 'nanostores'
import { type Language, pickLanguage } from '#shared/languages.ts'
import type { FirstMessages, AppMessages } from '../../i18n/messages.ts'
import type { Localization } from '../../i18n/use-localization.ts'
import type { Loading } from './loadable.ts'

/** Fetches messages that are in a chunk of their own. */
type LoadFurtherMessages = (language: Language) => Promise<void>

/** The language that the app speaks: the server's guess first, then the member's choice or Telegram's own. */
export type Languages = {
  /** The language of the page as the server sent it. */
  first: Language
  /** What is spoken at first: one object, so that a page which the server drew is drawn once. */
  firstLocalization: Localization | Promise<Localization>
  localization: ReadableAtom<Loading<Localization>>
  /** What is spoken without a choice of the member's. */
  automatic: Language
  /** What the member chose; null where it is left to Telegram. */
  chosen: ReadableAtom<Language | null>
  /**
   * Learns what the screens after the first say, in the language that is wished or, where its messages do not arrive, in
   * the page's; rejects when neither do.
   */
  loadMessages(): Promise<void>
  /** Speaks this from now on; rejects when its messages do not arrive, and then speaks on as before. */
  choose(chosen: Language | null): Promise<void>
  /** Speaks no other language before these messages, which are on the screen, are here in it, too; returns how to stop. */
  keep(messages: LoadFurtherMessages): () => void
}

type Deps = {
  first: Language
  /** What Telegram says; undefined where it says nothing. */
  languageCode: string | undefined
  /** What this device knows of the member's choice. */
  chosen: Language | null
  loadFirst: (language: Language) => FirstMessages | Promise<FirstMessages>
  load: (language: Language) => Promise<AppMessages>
}

export function createLanguages({ first, languageCode, ...deps }: Deps): Languages {
  const automatic = languageCode === undefined ? first : pickLanguage(languageCode)
  const chosen = atom(deps.chosen)
  const localization = atom<Loading<Localization>>({ status: 'waiting' })
  const firstMessages = deps.loadFirst(first)
  const firstLocalization =
    firstMessages instanceof Promise ? firstMessages.then(inFirst) : inFirst(firstMessages)
  const pinned = new Set<LoadFurtherMessages>()

  const wanted = () => chosen.get() ?? automatic

  function inFirst(messages: FirstMessages): Localization {
    return { language: first, isFull: false, messages }
  }

  async function showFirst(): Promise<void> {
    try {
      localization.set({ status: 'ready', value: await firstLocalization })
    } catch {
      localization.set({ status: 'failed' })
    }
  }

  /** Only the latest wish is heard, in whatever order the messages arrive. */
  async function applyChosen(): Promise<void> {
    const language = wanted()
    await firstShown
    if (fullLocalization()?.language === language) return
    const messages = await deps.load(language)
    await Promise.all([...pinned].map((messages) => messages(language)))
    if (language === wanted()) showFull(language, messages)
  }

  async function loadMessages(): Promise<void> {
    if (fullLocalization() !== null) return
    await applyChosen().catch(() => undefined)
    // What is wished did not arrive, or is another by now, whose messages are still on their way.
    if (fullLocalization() !== null) return
    const messages = await deps.load(first)
    if (fullLocalization() === null) showFull(first, messages)
  }

  function fullLocalization(): Localization | null {
    const current = localization.get()
    return current.status === 'ready' && current.value.isFull ? current.value : null
  }

  /** What is said already is not said anew. */
  function showFull(language: Language, messages: AppMessages): void {
    if (fullLocalization()?.language === language) return
    localization.set({ status: 'ready', value: { language, isFull: true, messages } })
  }

  const firstShown = showFirst()
  return {
    first,
    firstLocalization,
    localization,
    automatic,
    chosen,
    loadMessages,
    choose(language) {
      chosen.set(language)
      return applyChosen()
    },
    keep(messages) {
      pinned.add(messages)
      return () => void pinned.delete(messages)
    },
  }
}
