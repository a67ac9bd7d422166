import { atom } from 'nanostores'
import type { ReadableAtom } from 'nanostores'

export type JournalEntry = {
  id: number
  kind: 'haptic' | 'in' | 'out' | 'ignored' | 'phone'
  name: string
  detail: string
}
type Toast = { id: number; text: string }

/** What passed between the Mini App, its client and the phone, and the toasts over it. */
export type Journal = {
  entries: ReadableAtom<readonly JournalEntry[]>
  toasts: ReadableAtom<readonly Toast[]>
  note(entry: Omit<JournalEntry, 'id'>): void
  toast(text: string): void
  clear(): void
}

const ENTRIES_MAX = 300
const TOAST_MS = 3_500

export function createJournal(): Journal {
  const entries = atom<readonly JournalEntry[]>([])
  const toasts = atom<readonly Toast[]>([])
  const ids = { next: 1 }
  return {
    entries,
    toasts,
    note: (entry) =>
      entries.set([...entries.get(), { ...entry, id: ids.next++ }].slice(-ENTRIES_MAX)),
    toast(text) {
      const id = ids.next++
      toasts.set([...toasts.get(), { id, text }])
      setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), TOAST_MS)
    },
    clear: () => entries.set([]),
  }
}
