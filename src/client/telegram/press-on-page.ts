import type { TelegramClient } from './client.ts'

/** A client's popup blocks presses on the page: a press after this time, in milliseconds, means that none is shown. */
const UNSEEN_MS = 1_000

/** Resolves when the member presses on the page, which the client's popup would cover if it were shown. */
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
