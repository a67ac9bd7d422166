import * as v from 'valibot'

/** What a test tells a server that runs in a process of its own; it answers `done`. */
export const ServerOrderSchema = v.variant('type', [
  v.object({ type: v.literal('start'), variables: v.record(v.string(), v.string()) }),
  v.object({ type: v.literal('clock'), aheadMs: v.number() }),
])
export type ServerOrder = v.InferOutput<typeof ServerOrderSchema>
