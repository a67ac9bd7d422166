import * as v from 'valibot'

/** Migrations of a later version: the statements of each, by its name. */
const MigrationsSchema = v.record(v.string(), v.array(v.string()))
export type LaterMigrations = v.InferOutput<typeof MigrationsSchema>

/** An order from a test to a server in a separate process. The server answers `done`. */
export const ServerOrderSchema = v.variant('type', [
  v.object({
    type: v.literal('start'),
    variables: v.record(v.string(), v.string()),
    migrations: MigrationsSchema,
  }),
  v.object({ type: v.literal('clock'), aheadMs: v.number() }),
])
export type ServerOrder = v.InferOutput<typeof ServerOrderSchema>
