import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkDoors } from '#server/cli/doctor/checks/doors.ts'
import { openStore } from '#server/store/open-store.ts'
import { jsonReply, lines, startSite, testAsk } from '#tests/support/doctor-site.ts'
import { askToJoin } from '#tests/support/join-samples.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

const token = '700100200:AAtestTESTtestTESTtestTESTtestTEST_-x'
const BOT = 700_100_200

type TelegramFacts = {
  isGuardMode?: boolean
  guard?: number
  mayInvite?: boolean
  isThere?: boolean
}

async function check(telegram: TelegramFacts, hasDoor = true) {
  const { isGuardMode = true, guard = BOT, mayInvite = true, isThere = true } = telegram
  const dataKeys = { dataKey: new Uint8Array(randomBytes(32)) }
  const databaseUrl = `file:${join(await makeTemporaryFolder('doors'), 'clasp.db')}`
  const store = await openStore({ databaseUrl, ...dataKeys, delivers: false })
  await askToJoin(store, hasDoor ? {} : { rule: null })
  await store.close()
  const reply = (result: object) => jsonReply({ ok: isThere, result })
  const me = { id: BOT, supports_join_request_queries: isGuardMode }
  const site = await startSite({
    [`/bot${token}/getMe`]: jsonReply({ ok: true, result: me }),
    [`/bot${token}/getChat`]: reply({ guard_bot: { id: guard } }),
    [`/bot${token}/getChatMember`]: reply({ can_invite_users: mayInvite }),
  })
  const bot = { token, apiRoot: site.url }
  return lines(await checkDoors({ databaseUrl, dataKeys, bot, ask: testAsk() }))
}

test('a door that the bot can open is well', async () => {
  expect(await check({})).toEqual(['ok: The bot can open every door of its groups (1).'])
})

test('where no administrator has turned a door on, nothing is missing', async () => {
  expect(await check({ isGuardMode: false }, false)).toEqual(['ok: No group has a door here.'])
})

test('the doctor says what a door misses: Guard Mode, the guard’s place, the right to invite', async () => {
  expect(await check({ isGuardMode: false, guard: 1, mayInvite: false })).toEqual([
    expect.stringMatching(/^warning: .*private/),
    expect.stringMatching(/^warning: .*may not let people in/),
    expect.stringMatching(/^warning: .*not the guard/),
  ])
})

test('the doctor says when Telegram does not show the group', async () => {
  expect(await check({ isThere: false })).toEqual([expect.stringMatching(/^warning: .*not show/)])
})
