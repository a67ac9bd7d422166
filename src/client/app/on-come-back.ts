import type { Telegram } from '#client/telegram/telegram.ts'

/** Calls back when the member returns to the app, or the device to the network. Returns how to stop. */
export function onComeBack(telegram: Pick<Telegram, 'onReturn'>, listener: () => void): () => void {
  const stopReturn = telegram.onReturn(listener)
  window.addEventListener('online', listener)
  return () => {
    stopReturn()
    window.removeEventListener('online', listener)
  }
}
