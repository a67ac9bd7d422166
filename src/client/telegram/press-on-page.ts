import type { TelegramClient } from './client.ts'

/** What a client shows over the page lets no press through: one after this long, in milliseconds, tells that nothing is there. */
const UNSEEN_MS = 1_000

/** Settles when the member presses something that the client's popup, shown now, would lie over. */
export function pressOnPage(client: TelegramClient): { seen: Promise<'unseen'>; stop(): void } {
  const shownAt = performance.now()
  const ears = new AbortController()
  const seen = new Promise<'unseen'>((resolve) => {
    const listener = () => {
      if (performance.now() - shownAt >= UNSEEN_MS) resolve('unseen')
    }
    window.addEventListener('pointerdown', listener, { capture: true, signal: ears.signal })
    ears.signal.addEventListener('abort', client.on('back_button_pressed', listener))
  })
  return { seen, stop: () => ears.abort() }
}
