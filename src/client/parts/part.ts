import { atom, type ReadableAtom } from 'nanostores'
import { WALLET_SILENCE_MS } from '#shared/limits.ts'
import { ApiError } from '../api/api-error.ts'
import { isOffline, onBack, readOnline } from '../connection.ts'
import type { Language } from '#shared/languages.ts'

/** Whether a part is here. It has `failed` as well while nobody wants it. */
export type PartState<T> =
  | { status: 'waiting' }
  | { status: 'failed' }
  | { status: 'ready'; value: T }

/**
 * Code or texts that arrive after the first script. Unlike React.lazy a part can be fetched ahead without showing a
 * fallback afterwards, and fetched again after a failure: by the member, and automatically when the device is online again
 * or the member returns.
 */
export type Part<T> = {
  state: ReadableAtom<PartState<T>>
  /** Fetches it unless it is here or on its way. */
  load(): void
  /** The same, and resolves with it. @throws ApiError where it does not arrive */
  arrive(): Promise<T>
}

/** @param fetchIt called once, and again after a failure */
export function createPart<T>(fetchIt: () => Promise<T>): Part<T> {
  const state = atom<PartState<T>>({ status: 'waiting' })
  let underWay: Promise<T> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWatched = false

  async function fetchOnce(): Promise<T> {
    startTimeout()
    try {
      const value = await readOnline(() => importPart(fetchIt))
      state.set({ status: 'ready', value })
      return value
    } catch (error) {
      state.set({ status: 'failed' })
      if (!isWatched) onBack(load)
      isWatched = true
      throw error
    } finally {
      underWay = null
    }
  }

  /** Fails after a limited time; what arrives later is shown anyway. */
  function startTimeout(): void {
    if (state.get().status === 'failed') state.set({ status: 'waiting' })
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (underWay !== null) state.set({ status: 'failed' })
    }, WALLET_SILENCE_MS)
  }

  async function arrive(): Promise<T> {
    const current = state.get()
    if (current.status === 'ready') return current.value
    if (underWay === null) underWay = fetchOnce()
    else if (current.status === 'failed') startTimeout()
    return underWay
  }

  /** The state says what became of it. */
  function load(): void {
    arrive().catch(() => {})
  }

  return { state, load, arrive }
}

/** Imports a part of the app that something needs now. @throws ApiError of the connection, or `internal` */
export async function importPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new ApiError(getPartProblem(), { cause })
  }
}

/** Why a part of the app is not here. */
export function getPartProblem(): 'offline' | 'internal' | 'server-unreachable' {
  if (isOffline()) return 'offline'
  // See `load-part.ts`.
  return document.documentElement.dataset['broken'] === undefined
    ? 'server-unreachable'
    : 'internal'
}

/** Messages, or code that shows them: another part in each language. */
export type PartByLanguage<T> = (language: Language) => Part<T>

export function createPartByLanguage<T>(
  load: (language: Language) => Promise<T>,
): PartByLanguage<T> {
  const parts = new Map<Language, Part<T>>()
  return (language) => {
    const part = parts.get(language) ?? createPart(() => load(language))
    parts.set(language, part)
    return part
  }
}
