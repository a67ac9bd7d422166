import { atom, type ReadableAtom } from 'nanostores'
import { type Language, pickLanguage } from '#shared/languages.ts'
import type { FirstMessages, AppMessages } from '../../i18n/messages.ts'
import type { Localization } from '../../i18n/use-localization.ts'
import type { PartState } from '../../parts/part.ts'

/** Fetches messages that are in their own chunk. */
type FetchMessages = (language: Language) => Promise<unknown>

/** The app's language: the server's guess first, then the member's choice or Telegram's language. */
export type Languages = {
  /** The language of the page as the server sent it. */
  first: Language
  /** The first localization: one object, so that a page which the server drew is drawn only once. */
  firstLocalization: Localization | Promise<Localization>
  localization: ReadableAtom<PartState<Localization>>
  /** The language without a choice by the member. */
  automatic: Language
  /** The member's choice; null where it follows Telegram. */
  chosen: ReadableAtom<Language | null>
  /**
   * Loads the messages of the screens after the first, in the wanted language or, where those do not load, in
   * the page's language; rejects when neither load.
   */
  loadMessages(): Promise<void>
  /** Changes the language; rejects when its messages do not load, and then keeps the previous one. */
  choose(chosen: Language | null): Promise<void>
  /** Delays a change of language until these messages on the screen have loaded too; returns how to stop. */
  keep(messages: FetchMessages): () => void
}

type Deps = {
  first: Language
  /** Telegram's language; undefined where Telegram sends none. */
  languageCode: string | undefined
  /** What this device knows about the member's choice. */
  chosen: Language | null
  loadFirst: (language: Language) => FirstMessages | Promise<FirstMessages>
  load: (language: Language) => Promise<AppMessages>
}

export function createLanguages({ first, languageCode, ...deps }: Deps): Languages {
  const automatic = languageCode === undefined ? first : pickLanguage(languageCode)
  const chosen = atom(deps.chosen)
  const localization = atom<PartState<Localization>>({ status: 'waiting' })
  const firstMessages = deps.loadFirst(first)
  const firstLocalization =
    firstMessages instanceof Promise ? firstMessages.then(inFirst) : inFirst(firstMessages)
  const pinned = new Set<FetchMessages>()

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

  /** Only the latest choice applies, in whatever order the messages load. */
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
    // The wanted messages did not load, or another language is wanted by now and still loading.
    if (fullLocalization() !== null) return
    const messages = await deps.load(first)
    if (fullLocalization() === null) showFull(first, messages)
  }

  function fullLocalization(): Localization | null {
    const current = localization.get()
    return current.status === 'ready' && current.value.isFull ? current.value : null
  }

  /** Does not set the same localization again. */
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
