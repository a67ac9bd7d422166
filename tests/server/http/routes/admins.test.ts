import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { listActions } from '#shared/api/admin/list-actions.ts'
import { listAdmins } from '#shared/api/admin/list-admins.ts'
import { getMe } from '#shared/api/get-me.ts'
import { ProblemSchema } from '#shared/problem.ts'
import { ADMIN_LINK_TTL_MS, writeAdminLink } from '#server/admins/admin-link.ts'
import { ADA, ILYA, NEGAR } from '#tests/support/people.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'

const DAY = 24 * 60 * 60_000

let server: TestServer
let ada: string
let ilya: string
beforeEach(async () => {
  server = await openTestServer()
  ada = await server.signIn(ADA)
  ilya = await server.signIn(ILYA)
})

/** As `setup` makes it, with the same DATA_KEY. */
const makeLink = () => writeAdminLink(server.store.adminLinkKeys[0], server.clock.now)

/** The code of the refusal; 204 where there was none. */
async function outcomeOf(response: Response): Promise<string | number> {
  if (response.status === 204) return 204
  return v.parse(ProblemSchema, await response.json()).code
}

async function open(token: string, link: string): Promise<string | number> {
  return outcomeOf(await server.call('POST', '/api/admin/link', { token, body: { link } }))
}

async function remove(token: string, id: string): Promise<string | number> {
  return outcomeOf(await server.call('DELETE', `/api/admin/admins/${id}`, { token }))
}

async function isAdmin(token: string): Promise<boolean> {
  const response = await server.call('GET', '/api/me', { token })
  return v.parse(getMe.response, await response.json()).admin
}

async function list(token: string) {
  const response = await server.call('GET', '/api/admin/admins', { token })
  expect(response.status).toBe(200)
  return v.parse(listAdmins.response, await response.json()).admins
}

async function readKinds(token: string): Promise<string[]> {
  const body = { after: null }
  const response = await server.call('POST', '/api/admin/actions', { token, body })
  return v.parse(listActions.response, await response.json()).actions.map(({ kind }) => kind)
}

/** Both are admins by a link each; answers our ids of Ada and Ilya. */
async function admitBoth(): Promise<{ adaId: string; ilyaId: string }> {
  await open(ada, makeLink())
  server.clock.now += 1_000
  await open(ilya, makeLink())
  const [first, second] = await list(ada)
  return { adaId: first?.link?.id ?? '', ilyaId: second?.link?.id ?? '' }
}

describe('the link of setup', () => {
  test('makes its first opener an admin, and the log says so without a name', async () => {
    expect(await isAdmin(ada)).toBe(false)
    expect(await open(ada, makeLink())).toBe(204)
    expect(await isAdmin(ada)).toBe(true)
    expect(await isAdmin(ilya)).toBe(false)
    expect(await readKinds(ada)).toEqual(['admitted'])
    const line = server.logLines.find((text) => text.includes('became an admin'))
    expect(line).toBeDefined()
    expect(line).not.toMatch(/Ada|100_?001/u)
    expect(await list(ada)).toMatchObject([
      {
        telegramId: String(ADA.id),
        person: { firstName: 'Ada', username: 'ada' },
        link: { since: new Date(server.clock.now).toISOString() },
        mine: true,
      },
    ])
  })

  test('attack: somebody else opens it after it was used, and the one who used it opens it again', async () => {
    const link = makeLink()
    await open(ada, link)
    expect(await open(ilya, link)).toBe('admin-link-dead')
    expect(await isAdmin(ilya)).toBe(false)
    expect(await open(ada, link)).toBe(204)
    expect(await readKinds(ada)).toEqual(['admitted'])
  })

  test('attack: it is opened after ten minutes, or after it was swept as used', async () => {
    const late = makeLink()
    server.clock.now += ADMIN_LINK_TTL_MS
    expect(await open(ada, late)).toBe('admin-link-dead')
    const used = makeLink()
    await open(ada, used)
    server.clock.now += ADMIN_LINK_TTL_MS
    await server.store.sweep(
      { attemptsMs: DAY, eventsMs: DAY, idleMembersMs: DAY },
      server.clock.now + 1,
    )
    expect(await open(ilya, used)).toBe('admin-link-dead')
  })

  test('attack: many open it at the same time, and one becomes an admin', async () => {
    const link = makeLink()
    const negar = await server.signIn(NEGAR)
    const outcomes = await Promise.all([ada, ilya, negar].map((token) => open(token, link)))
    expect(outcomes.map(String).sort()).toEqual(['204', 'admin-link-dead', 'admin-link-dead'])
  })

  test('attack: it is one that setup did not make, or none', async () => {
    expect(await open(ada, `admin-${'A'.repeat(38)}`)).toBe('admin-link-dead')
    for (const link of ['', 'admin-', `admin-${'A'.repeat(39)}`, '../admin'])
      expect(await open(ada, link)).toBe('bad-request')
    expect(await isAdmin(ada)).toBe(false)
  })

  test('an admin who opens it leaves it for another', async () => {
    await open(ada, makeLink())
    const link = makeLink()
    await open(ada, link)
    expect(await open(ilya, link)).toBe(204)
  })
})

describe('admins by a link', () => {
  test('are listed after those of ADMIN_IDS, who cannot be removed here', async () => {
    const { store } = server
    const named = await openTestServer({ store, adminIds: new Set([String(NEGAR.id)]) })
    await open(ada, makeLink())
    const token = await named.signIn(ADA)
    const response = await named.call('GET', '/api/admin/admins', { token })
    expect(v.parse(listAdmins.response, await response.json()).admins).toMatchObject([
      { telegramId: String(NEGAR.id), person: null, link: null, mine: false },
      { telegramId: String(ADA.id), mine: true },
    ])
  })

  test('attack: an admin who is removed while reading calls on', async () => {
    const { adaId, ilyaId } = await admitBoth()
    server.clock.now += 1_000
    expect(await remove(ada, ilyaId)).toBe(204)
    expect(await isAdmin(ilya)).toBe(false)
    expect(await remove(ilya, adaId)).toBe('not-admin')
    const refused = await server.call('GET', '/api/admin/overview', { token: ilya })
    expect(await outcomeOf(refused)).toBe('not-admin')
    expect(await remove(ada, ilyaId)).toBe('not-found')
    expect(await readKinds(ada)).toEqual(['removed', 'admitted', 'admitted'])
  })

  test('attack: two admins remove each other at the same time, and one stays', async () => {
    const { adaId, ilyaId } = await admitBoth()
    const outcomes = await Promise.all([remove(ada, ilyaId), remove(ilya, adaId)])
    expect(outcomes.map(String).sort()).toEqual(['204', 'not-admin'])
    expect((await server.store.listAdmins()).length).toBe(1)
  })

  test('may always ask for wallets', async () => {
    const asks = async () => {
      const response = await server.call('GET', '/api/me', { token: ada })
      return v.parse(getMe.response, await response.json()).asks
    }
    expect(await asks()).toBe(false)
    await open(ada, makeLink())
    expect(await asks()).toBe(true)
  })

  test('stay while they are idle, and end with their data', async () => {
    await open(ada, makeLink())
    const idle = { attemptsMs: DAY, eventsMs: DAY, idleMembersMs: DAY }
    await server.store.sweep(idle, server.clock.now + 2 * DAY)
    expect(await server.store.listAdmins()).toHaveLength(1)
    await server.call('DELETE', '/api/me', { token: await server.signIn(ADA) })
    expect(await server.store.listAdmins()).toEqual([])
    expect(await isAdmin(await server.signIn(ADA))).toBe(false)
  })

  test('attack: a member who is no admin lists or removes them', async () => {
    const { ilyaId } = await admitBoth()
    const negar = await server.signIn(NEGAR)
    const listed = await server.call('GET', '/api/admin/admins', { token: negar })
    expect(await outcomeOf(listed)).toBe('not-admin')
    expect(await remove(negar, ilyaId)).toBe('not-admin')
  })
})
