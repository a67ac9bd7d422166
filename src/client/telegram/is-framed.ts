/** Whether another page shows this one in a frame, as Telegram's web clients do and Telegram Desktop does on Linux. */
export function isFramed(): boolean {
  return window.parent !== window
}
