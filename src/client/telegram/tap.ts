/**
 * How long after a tap a link is still opened, in milliseconds: Telegram Web A drops links after 5 s, Android, iOS and
 * macOS after 10 s, all of them silently.
 */
const FRESH_MS = 4_000

/** The member's last tap. It opens one link or shows one message to share, as on Android, iOS and macOS. */
export type Tap = ReturnType<typeof followTaps>

/** Taps on the page. A press on the client's own buttons opens nothing later here, so it does not need to count. */
export function followTaps() {
  let freshUntil = 0
  const renew = () => {
    freshUntil = performance.now() + FRESH_MS
  }
  window.addEventListener('click', renew, true)
  return {
    isFresh: (): boolean => performance.now() < freshUntil,
    /** A link was opened with it, or a message shared. */
    use(): void {
      freshUntil = 0
    },
  }
}
