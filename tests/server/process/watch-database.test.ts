import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#server/log/log.ts'
import { watchDatabase } from '#server/process/watch-database.ts'
import { withDatabase } from '#server/store/database/database-state.ts'
import { saveMoveMark } from '#server/store/database/move-mark.ts'
import { openStore } from '#server/store/open-store.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

test('a server notices that its database was moved, and reads where to', async () => {
  const databaseUrl = `file:${join(await makeTemporaryFolder('watch'), 'clasp.db')}`
  const dataKey = Uint8Array.from(randomBytes(32))
  const store = await openStore({ databaseUrl, dataKey, delivers: false })
  onTestFinished(() => store.close())
  const noticed = new Promise<string>((resolve) => {
    const watch = watchDatabase({
      store,
      log: createLog('silent'),
      onChange: (what, { message }) => resolve(`${what}: ${message}`),
    })
    onTestFinished(() => watch.stop())
    watch.start()
  })
  const place = 'postgres://127.0.0.1/clasp'
  await withDatabase(databaseUrl, (db) => saveMoveMark(db, { state: 'left', run: 'r', place }))
  expect(await noticed).toMatch(`moved: the database was moved to ${place}; `)
})
