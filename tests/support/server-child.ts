import { sql } from 'kysely'
import * as v from 'valibot'
import { parseConfig } from '#server/config/config.ts'
import { createLog } from '#server/log/log.ts'
import { MIGRATIONS } from '#server/store/database/migrations.ts'
import { startServer } from '#server/start-server.ts'
import { emptyClient } from './empty-client.ts'
import { ServerOrderSchema, type ServerOrder } from './server-orders.ts'

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

async function start(variables: Record<string, string>): Promise<void> {
  const verdict = parseConfig(variables)
  if (!verdict.ok) throw new Error(`bad: ${verdict.bad.map(({ name }) => name).join(' ')}`)
  const server = await startServer({
    config: verdict.config,
    client: emptyClient(),
    log: createLog('silent'),
    now: () => Date.now() + aheadMs,
    fetch,
    walletsListUrl: 'http://127.0.0.1:9/wallets-v2.json',
    frameAncestors: [],
    evmRelayUrl: null,
  })
  process.once('disconnect', () => void server.close())
}
