import { randomBytes } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { adopt } from '#server/cli/adopt.ts'
import { backup } from '#server/cli/backup.ts'
import { forget } from '#server/cli/forget.ts'
import { keys } from '#server/cli/keys.ts'
import { migrate } from '#server/cli/migrate.ts'
import { restore } from '#server/cli/restore.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import { NOON, sampleMember } from '#tests/support/store-samples.ts'
import { openTerminal } from './terminal.ts'

type Moment = 'before' | 'middle' | 'after'

/** A terminal with a database of one member, before, in the middle of and after a change of its key. */
async function openAt(moment: Moment) {
  const terminal = await openTerminal()
  const former = terminal.environment['DATA_KEY'] ?? ''
  const next = randomBytes(32).toString('hex')
  const store = await terminal.openStore()
  const member = await sampleMember(store)
  await store.close()
  if (moment !== 'before') {
    const changer = await openStore({
      databaseUrl: terminal.environment['DATABASE_URL'] ?? '',
      dataKey: Buffer.from(next, 'hex'),
      secondDataKey: Buffer.from(former, 'hex'),
      delivers: false,
    })
    await changer.beginKeyChange()
    await changer.sealAnew(0)
    if (moment === 'after') await finish(changer)
    await changer.close()
  }
  const setKeys = (text: string) => {
    const dataKey = text.replace('former', former).replace('next', next)
    terminal.environment = { ...terminal.environment, DATA_KEY: dataKey }
    return dataKey
  }
  return { terminal, member, setKeys }
}

async function finish(store: Store): Promise<void> {
  for (;;) {
    const change = await store.followKeys()
    if (change === null || change.isOver) return
    await store.sealAnew(change.pass)
  }
}

describe('while DATA_KEY is changed', () => {
  test.each(['next,former', 'former,next'])('every command works with %s', async (named) => {
    const { terminal, member, setKeys } = await openAt('middle')
    setKeys(named)
    const token = `123456789:${'x'.repeat(35)}`
    terminal.environment = { ...terminal.environment, BOT_TOKEN: token }
    const commands = [
      () => terminal.run(keys, 'add', 'bot', '--scope', 'wallets:read'),
      () => terminal.run(migrate),
      () => terminal.run(backup, 'copy.db'),
      () => terminal.run(adopt),
      () => terminal.run(forget, member.id),
    ]
    for (const run of commands) expect((await run()).code).toBe(0)
  })

  test.each(['next', 'former', 'next,other', 'other,former'])(
    'a command refuses %s in one sentence',
    async (named) => {
      const { terminal, setKeys } = await openAt('middle')
      setKeys(named.replace('other', randomBytes(32).toString('hex')))
      for (const { code, err } of [
        await terminal.run(keys, 'list'),
        await terminal.run(backup, 'copy.db'),
      ]) {
        expect(code).toBe(1)
        expect(err).toMatch(/^Not done: DATA_KEY [^\n]*$/)
      }
    },
  )
})

describe('a backup from a change of DATA_KEY', () => {
  test.each<[made: Moment, under: string, restored: boolean]>([
    ['before', 'next,former', true],
    ['before', 'next', false],
    ['middle', 'next,former', true],
    ['middle', 'next', false],
    ['middle', 'former', false],
    ['after', 'next', true],
    ['after', 'former', false],
    ['after', 'former,next', false],
  ])('made %s it and read with %s: restored %s', async (made, under, isRestored) => {
    const { terminal, member, setKeys } = await openAt(made)
    setKeys({ before: 'former', middle: 'next,former', after: 'next' }[made])
    expect(await terminal.run(backup, 'copy.db')).toMatchObject({ code: 0 })
    const machine = await openTerminal()
    machine.environment = { ...machine.environment, DATA_KEY: setKeys(under) }
    await copyFile(terminal.path('copy.db'), machine.path('copy.db'))
    const { code, err } = await machine.run(restore, 'copy.db')
    expect({ code, isNamed: err.includes('another DATA_KEY') }).toEqual(
      isRestored ? { code: 0, isNamed: false } : { code: 1, isNamed: true },
    )
    if (!isRestored) return
    // And the member is readable there, before anything is sealed anew.
    const { DATA_KEY = '', DATABASE_URL: databaseUrl = '' } = machine.environment
    const [dataKey = Buffer.of(), second = null] = DATA_KEY.split(',').map((key) =>
      Buffer.from(key, 'hex'),
    )
    const store = await openStore({ databaseUrl, dataKey, secondDataKey: second, delivers: false })
    expect((await store.findUserByTelegramId(member.telegramId))?.id).toBe(member.id)
    expect((await store.saveUser({ ...member, mayMessage: null }, NOON)).id).toBe(member.id)
    await store.close()
  })
})
