import * as v from 'valibot'

/** A member who can sign in. */
export type ReadyMember = { userId: string; telegramId: string; token: string }

/** The benchmark's message to the process that measures. */
export type ScaleTask = {
  databaseUrl: string
  dataKeyHex: string
  members: ReadyMember[]
  /** Rounds that do not count, before the others. */
  warmUp: number
  /** Of the last event, from where the host reads on. */
  position: number
}

/** Its answer: milliseconds of each round, and its memory in bytes after them. */
export const ScaleResultSchema = v.object({
  link: v.array(v.number()),
  poll: v.array(v.number()),
  event: v.array(v.number()),
  rss: v.number(),
  heap: v.number(),
})
export type ScaleResult = v.InferOutput<typeof ScaleResultSchema>
