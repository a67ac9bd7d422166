import type { ReadableAtom } from 'nanostores'
import type { Platform } from '../../theme-params.ts'
import type { Messenger } from './messenger.ts'

/** Clients that keep an entry of the browser's session history for each layer over the Mini App. */
const WEB_CLIENTS = new Set<Platform>(['web', 'weba'])

/** What can lie over the Mini App, and how it closes. */
type Layered = Pick<Messenger, 'client' | 'dialogs' | 'picker' | 'wallet' | 'closeWallet'>
type Layer = { content: ReadableAtom<unknown>; close(): void }

/** How long a closed layer keeps its entry, in milliseconds: clients remove it after they have drawn anew. */
const CLOSING_MS = 200

/** A layer that has an entry. `removal`: its timer, once the layer is closed. */
type HistoryLayer = { layer: Layer; removal: number | null }

/**
 * Uses the browser's session history as web clients do, which the framed page shares: a layer that opens adds an entry and
 * removes it soon after it has closed. The browser's own "back" closes the layer on top. A "back" that comes from the page
 * looks the same, so that the client believes its entry gone.
 */
export function keepJointHistory(messenger: Layered, window: Window): void {
  const { client, dialogs, picker, wallet } = messenger
  const layers: Layer[] = [
    { content: dialogs.current, close: () => dialogs.answer(null) },
    { content: picker.current, close: () => picker.answer(null) },
    { content: wallet, close: () => messenger.closeWallet() },
  ]
  const entries: HistoryLayer[] = []
  let ownBacks = 0

  function open(layer: Layer): void {
    if (!WEB_CLIENTS.has(client.get().platform)) return
    entries.push({ layer, removal: null })
    window.history.pushState({ layers: entries.length }, '')
  }

  function close(entry: HistoryLayer): void {
    entry.removal = window.setTimeout(() => {
      entries.splice(entries.indexOf(entry), 1)
      ownBacks += 1
      window.history.back()
    }, CLOSING_MS)
  }

  for (const layer of layers) {
    layer.content.listen((content) => {
      const entry = entries.find((own) => own.layer === layer && own.removal === null)
      if (content !== null && entry === undefined) open(layer)
      if (content === null && entry !== undefined) close(entry)
    })
  }
  window.addEventListener('popstate', () => {
    if (ownBacks > 0) return void (ownBacks -= 1)
    const entry = entries.pop()
    if (entry === undefined) return
    if (entry.removal === null) entry.layer.close()
    else clearTimeout(entry.removal)
  })
}
