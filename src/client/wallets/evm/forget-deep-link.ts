import type { KeyValueStorage } from '#client/api/user-storage.ts'

/** Key under which AppKit stores the link of a wallet that was chosen in it. */
const DEEP_LINK_KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** Prevents the library from opening a wallet automatically, in place of the page and outside the member's tap. */
export function forgetDeepLink(storage: KeyValueStorage): void {
  try {
    storage.removeItem(DEEP_LINK_KEY)
  } catch {
    // A client that blocks its storage cannot have stored anything there.
  }
}
