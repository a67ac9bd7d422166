import type { TonConnect } from '@tonconnect/ui-react'

/** How long a wallet's bridge may take to pass on a disconnect, in milliseconds. */
const DISCONNECT_TIMEOUT_MS = 2_000

/** Disconnects the wallet that is connected, or was before a reload. */
export async function disconnect(connector: TonConnect): Promise<void> {
  if (!connector.connected) await restoredStatus(connector)
  if (!connector.connected) return
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), DISCONNECT_TIMEOUT_MS)
  await connector.disconnect({ signal: deadline.signal }).catch(() => {})
  clearTimeout(timer)
}

/** Restores what is stored, only as far as needed to know whether a wallet is connected. */
async function restoredStatus(connector: TonConnect): Promise<void> {
  const known = new Promise<void>((resolve) => {
    const stop = connector.onStatusChange(() => {
      stop()
      resolve()
    })
  })
  await Promise.race([known, connector.restoreConnection().catch(() => {})])
}
