/** Whether the page stands in the host's wallet frame, and not in a tab of its own. */
export function isFramed(): boolean {
  return window.parent !== window
}

/** Asks the host to close its wallet frame. */
export function closeFrame(): void {
  const message = { type: 'clasp-demo-wallet', action: 'close' }
  window.parent.postMessage(message, window.location.origin)
}
