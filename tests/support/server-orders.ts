import * as v from 'valibot'

/** An order from a test to a server in a separate process. The server answers `done`. */
export const ServerOrderSchema = v.variant('type', [
  v.object({ type: v.literal('start'), variables: v.record(v.string(), v.string()) }),
  v.object({ type: v.literal('clock'), aheadMs: v.number() }),
])
export type ServerOrder = v.InferOutput<typeof ServerOrderSchema>
