// @module-tag wide

import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readDatabaseState } from '#server/store/database/database-state.ts'
import { createFieldCipher } from '#server/store/database/field-cipher.ts'
import { KEY_SENTENCES } from '#server/store/database/judge-keys.ts'
import { createLog } from '#server/log/log.ts'
import { openStore } from '#server/store/open-store.ts'
import { getConfig } from '#tests/support/get-config.ts'
import { startServersUnderLoad } from '#tests/support/servers-under-load.ts'
import { startBareServer } from '#tests/support/start-bare-server.ts'
import { postgresDialect, sqliteDialect, runDialect } from '#tests/support/store-dialects.ts'
import { NOON, sampleProfile } from '#tests/support/store-samples.ts'
import { listSealed, type SealedValue } from '#tests/support/store-secrets.ts'
import { startTelegramApi } from '#tests/support/telegram-api.ts'
import { BOT_TOKEN, PUBLIC_URL } from '#tests/support/test-server.ts'

/** So many that a pass is still under way when its process is killed. */
const MEMBERS = 500
const TIMEOUT = { interval: 100, timeout: 300_000 }

const newKey = () => randomBytes(32).toString('hex')

describe.each([sqliteDialect(), postgresDialect()])('a change of DATA_KEY on $name', (dialect) => {
  runDialect(dialect)

  test(
    'no link fails while servers restart with both keys, one is killed in the middle, and the former key opens nothing at the end',
    { timeout: 600_000 },
    async () => {
      const databaseUrl = await dialect.createDatabase()
      const [former, next] = [newKey(), newKey()]
      await fill(databaseUrl, former)
      const { start, stop, kill, link, end } = await startServersUnderLoad(databaseUrl)
      const readChange = async () => (await readDatabaseState(databaseUrl)).keyChange

      const first = await start(former)
      await link()
      // Every server gets the next key as its second one, and then as its first.
      const second = await start(`${former},${next}`)
      await link()
      await stop(first)
      const killed = await start(`${next},${former}`)
      await link()
      await vi.waitFor(async () => {
        expect((await readChange())?.done).toBeGreaterThan(0)
      }, TIMEOUT)
      await kill(killed)
      expect(await readChange()).toMatchObject({ isOver: false, pass: 1 })
      await link()
      const third = await start(`${next},${former}`)
      await link()
      await stop(second)
      await vi.waitFor(async () => expect((await readChange())?.isOver).toBe(true), TIMEOUT)
      const last = await start(next)
      await stop(third)
      await link()
      const statuses = await end()
      await stop(last)

      expect(new Set(statuses)).toEqual(new Set([201]))
      const dump = await dialect.dump(databaseUrl)
      const { wallets = [], users = [] } = dump
      expect(wallets).toHaveLength(statuses.length)
      const values = listSealed(dump)
      expect(unsealAll(values, former)).toEqual([])
      expect(unsealAll(values, next)).toHaveLength(values.length)
      const profiles = unsealAll(
        values.filter(({ table }) => table === 'users'),
        next,
      )
      const telegramIds = profiles.map((profile) => /"telegramId":"(\d+)"/.exec(profile)?.[1])
      expect(new Set(telegramIds).size).toBe(users.length)
      const opening = openStore({ databaseUrl, ...toKeys(former), delivers: false })
      await expect(opening).rejects.toThrow(KEY_SENTENCES.former)
    },
  )

  test('a server with the former key alone says `key` in /readyz and ends when another one begins a change', async () => {
    const databaseUrl = await dialect.createDatabase()
    const [former, next] = [newKey(), newKey()]
    const telegram = await startTelegramApi({ botToken: BOT_TOKEN, appUrl: `${PUBLIC_URL}/` })
    onTestFinished(telegram.close)
    const lines: string[] = []
    const start = async (dataKey: string) => {
      const server = await startBareServer({
        log: createLog('warn', { write: (line) => void lines.push(line) }),
        config: getConfig({
          BOT_TOKEN,
          PUBLIC_URL,
          DATA_KEY: dataKey,
          DATABASE_URL: databaseUrl,
          EVM: 'off',
          BOT_MODE: 'off',
          PORT: '0',
          TELEGRAM_API_ROOT: telegram.apiRoot,
        }),
      })
      onTestFinished(() => server.close())
      return server
    }
    /** A server says it after its start, which does not wait for its first look at the keys. */
    const seeInLog = (sentence: string) =>
      vi.waitFor(() => expect(lines.join('')).toContain(sentence), TIMEOUT)
    const [alone, prepared] = [await start(former), await start(`${former},${next}`)]
    await seeInLog('DATA_KEY has a second key, which is read and not used yet.')
    await start(`${next},${former}`)
    expect((await alone.ended).message).toBe(KEY_SENTENCES.former)
    const answer = await readiness(alone)
    expect([answer.status, await answer.json()]).toMatchObject([503, { missing: ['key'] }])
    expect((await readiness(prepared)).status).toBe(200)
    await seeInLog('DATA_KEY is being changed: it begins in some seconds.')
  }, 60_000)
})

/** What a key unseals. */
function unsealAll(values: readonly SealedValue[], key: string): string[] {
  const cipher = createFieldCipher(Buffer.from(key, 'hex'))
  return values.flatMap(({ value, place }) => {
    try {
      return [Buffer.from(cipher.unseal(value, place)).toString()]
    } catch {
      return []
    }
  })
}

function readiness({ port }: { port: number }): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/readyz`)
}

function toKeys(key: string) {
  return { dataKey: Buffer.from(key, 'hex') }
}

async function fill(databaseUrl: string, key: string): Promise<void> {
  const store = await openStore({ databaseUrl, ...toKeys(key), delivers: false })
  const add = (from: number) =>
    Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        store.saveUser(sampleProfile({ telegramId: String(10 ** 9 + from + index) }), NOON),
      ),
    )
  for (let from = 0; from < MEMBERS; from += 100) await add(from)
  await store.close()
}
