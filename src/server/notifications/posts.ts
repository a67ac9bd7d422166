import { createPoller, type Poller } from '#server/process/poller.ts'
import type { DuePost } from '#server/store/requests/posts.ts'
import { createPostPace } from './post-pace.ts'
import { createPostNotifier, type PostNotifierDeps } from './post-notifier.ts'

/** How long one process leases a post, in milliseconds. */
const LEASE_MS = 60_000
/** How often to check for due posts when there is no kick, in milliseconds. */
const POLL_MS = 5_000
const POSTS_AT_ONCE = 20

export type PostsDeps = PostNotifierDeps & {
  /** @default 60 000 ms: well above the longest wait for Telegram */
  leaseMs?: number
  /** Milliseconds that only ever grow, for the pace. @default performance.now */
  clock?: () => number
}

/**
 * Sends the bot's posts about requests and updates their counts, from the store: a post that was queued before a crash
 * is sent after it. A slow post does not delay the others.
 */
export function createPosts({ leaseMs = LEASE_MS, clock, ...deps }: PostsDeps): Poller {
  const pace = createPostPace(clock)
  const notify = createPostNotifier({ ...deps, pace })
  const underWay = new Set<Promise<void>>()
  const poller = createPoller(round)
  const alarm = createAlarm(() => poller.kick())
  /** Whether the last check found as many as it could take. */
  let hasMore = false

  async function round(): Promise<number> {
    const now = deps.now()
    const free = Math.min(POSTS_AT_ONCE - underWay.size, pace.room())
    try {
      const due = free > 0 ? await deps.store.leasePosts(now, now + leaseMs, free) : []
      for (const post of due) start(post)
      hasMore = due.length === free
      if (hasMore && underWay.size < POSTS_AT_ONCE) alarm.ringIn(pace.roomInMs())
    } catch (error) {
      logFailure(error)
    }
    return POLL_MS
  }

  function start(post: DuePost): void {
    const work = updateOne(post).finally(() => {
      underWay.delete(work)
      if (hasMore) poller.kick()
    })
    underWay.add(work)
  }

  /** A failed post neither stops nor blocks the others; it is retried when its lease ends. */
  async function updateOne(post: DuePost): Promise<void> {
    try {
      const retryAt = await notify(post)
      if (retryAt !== null) alarm.ringIn(retryAt - deps.now())
    } catch (error) {
      logFailure(error)
    }
  }

  function logFailure(error: unknown): void {
    deps.log.error({ error }, 'posts: store failed')
  }

  return {
    ...poller,
    async stop() {
      await poller.stop()
      await Promise.all(underWay)
      alarm.stop()
    },
  }
}

/** Rings once, at the earliest of the given times. A distant time needs no alarm, because the next check finds it. */
function createAlarm(ring: () => void) {
  let timer: NodeJS.Timeout | undefined
  let setFor = Number.POSITIVE_INFINITY

  function stop(): void {
    clearTimeout(timer)
    setFor = Number.POSITIVE_INFINITY
  }

  return {
    stop,
    ringIn(ms: number): void {
      const at = performance.now() + ms
      if (at >= setFor || ms > POLL_MS) return
      stop()
      setFor = at
      timer = setTimeout(() => {
        stop()
        ring()
      }, ms)
    },
  }
}
