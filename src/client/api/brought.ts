import type { BroughtReply } from '#shared/api/open-session.ts'

/** Longest time for which an answer that came with the session stands for one of now, in milliseconds. */
const FRESH_MS = 10_000

/** Answers that came with the first session, in place of the calls that the first screen would make. */
export type Brought = ReturnType<typeof createBrought>

export function createBrought(now: () => number) {
  const replies = new Map<string, BroughtReply>()
  let until: number | null = null
  return {
    /** Those of a later session are ignored: the member has done something since. */
    put(brought: Record<string, BroughtReply>): void {
      if (until !== null) return
      until = now() + FRESH_MS
      for (const [path, reply] of Object.entries(brought)) replies.set(path, reply)
    },
    /** The answer to a read of this path, once; null where the server must be asked. */
    take(path: string): BroughtReply | null {
      const reply = replies.get(path)
      replies.delete(path)
      return reply === undefined || now() > (until ?? 0) ? null : reply
    },
    /** The member does something, so nothing is as it was. */
    forget(): void {
      until ??= 0
      replies.clear()
    },
  }
}
