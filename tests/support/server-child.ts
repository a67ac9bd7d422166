import { sql } from 'kysely'
import * as v from 'valibot'
import { MIGRATIONS } from '#server/store/database/migrations.ts'
import { getConfig } from './get-config.ts'
import { ServerOrderSchema, type ServerOrder } from './server-orders.ts'
import { startBareServer } from './start-bare-server.ts'

/** The lead of this server's clock, in milliseconds. The process ends when its parent does. */
let aheadMs = 0

process.on('message', (message) => void obey(v.parse(ServerOrderSchema, message)))

async function obey(order: ServerOrder): Promise<void> {
  if (order.type === 'clock') aheadMs = order.aheadMs
  else {
    for (const [name, statements] of Object.entries(order.migrations))
      addMigration(name, statements)
    await start(order.variables)
  }
  process.send?.('done')
}

function addMigration(name: string, statements: readonly string[]): void {
  MIGRATIONS[name] = {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}

/** Longer than a server takes to notice a change, and shorter than an operator's. */
const KEY_CHANGE_SETTLE_MS = 2_500

async function start(variables: Record<string, string>): Promise<void> {
  const server = await startBareServer({
    config: getConfig(variables),
    now: () => Date.now() + aheadMs,
    keyChangeSettleMs: KEY_CHANGE_SETTLE_MS,
  })
  process.once('disconnect', () => void server.close())
}
