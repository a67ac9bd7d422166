import type { Telegram } from '#client/telegram/telegram.ts'

/** Calls back each time the member comes back to the app, or the device to the network, until the returned function is called. */
export function onComeBack(telegram: Pick<Telegram, 'onReturn'>, listener: () => void): () => void {
  const stopReturn = telegram.onReturn(listener)
  window.addEventListener('online', listener)
  return () => {
    stopReturn()
    window.removeEventListener('online', listener)
  }
}
