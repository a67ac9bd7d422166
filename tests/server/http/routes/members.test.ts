import { accountId } from '#proof/account-id.ts'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { getMember } from '#shared/api/admin/get-member.ts'
import { getOverview } from '#shared/api/admin/get-overview.ts'
import { listActions } from '#shared/api/admin/list-actions.ts'
import { listMembers } from '#shared/api/admin/list-members.ts'
import { EXPORT_LINK_TTL_MS, makeExport } from '#shared/api/admin/make-export.ts'
import { exportMe } from '#shared/api/export-me.ts'
import { REASON_MAX } from '#shared/api/admin/unlink-member-wallet.ts'
import { displayAddress } from '#shared/display-address.ts'
import { ProblemSchema } from '#shared/problem.ts'
import { ADA, ILYA, NEGAR } from '#tests/support/people.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { proveByText, proveWallet, sampleWallet } from '#tests/support/store-samples.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'

const ADMINS = new Set([String(ADA.id), String(NEGAR.id)])

let server: TestServer
let admin: string
beforeEach(async () => {
  server = await openTestServer({ adminIds: ADMINS })
  admin = await server.signIn(ADA)
})

/** Links a wallet to a member; answers its raw address. */
async function link(token: string, seed: number): Promise<string> {
  const { address } = await linkWallet(server, token, seed)
  return address
}

async function find(search: string, filter = {}, after: string | null = null) {
  const body = { search, filter, after }
  const response = await server.call('POST', '/api/admin/members', { token: admin, body })
  expect(response.status).toBe(200)
  return v.parse(listMembers.response, await response.json())
}

const findNames = async (search: string, filter = {}) =>
  (await find(search, filter)).members.map(({ firstName }) => firstName)

async function read(id: string) {
  const response = await server.call('GET', `/api/admin/members/${id}`, { token: admin })
  expect(response.status).toBe(200)
  return v.parse(getMember.response, await response.json())
}

async function readLog() {
  const body = { after: null }
  const response = await server.call('POST', '/api/admin/actions', { token: admin, body })
  return v.parse(listActions.response, await response.json()).actions
}

/** The only member of the list, with the only wallet. */
async function findOnly(search: string) {
  const { members } = await find(search)
  const [member] = members
  const [wallet] = member?.wallets ?? []
  if (!member || !wallet || members.length !== 1) throw new Error('not one member with a wallet')
  return { member, wallet }
}

function unlink(walletId: string, body: unknown, token = admin) {
  return server.call('POST', `/api/admin/wallets/${walletId}/unlink`, { token, body })
}

async function codeOf(response: Response): Promise<string> {
  return v.parse(ProblemSchema, await response.json()).code
}

describe('who may see the members', () => {
  test.each([
    ['POST', '/api/admin/members', { search: '', filter: {}, after: null }],
    ['GET', '/api/admin/members/0123456789abcdefghij_-', undefined],
    ['POST', '/api/admin/actions', { after: null }],
    [
      'POST',
      '/api/admin/wallets/0123456789abcdefghij_-/unlink',
      { memberId: '0123456789abcdefghij_-', reason: 'Because' },
    ],
  ])('attack: a member who is no admin calls %s %s', async (method, path, body) => {
    const token = await server.signIn(ILYA)
    const response = await server.call(method, path, { token, body })
    expect(response.status).toBe(403)
    expect(await codeOf(response)).toBe('not-admin')
  })
})

describe('the list of members', () => {
  test('has members with wallets only, who linked last first', async () => {
    await link(await server.signIn(ILYA), 1)
    server.clock.now += 60_000
    await link(await server.signIn(NEGAR), 2)
    expect(await findNames('')).toEqual(['Negar', 'Ilya'])
  })

  test('has a member with several wallets once', async () => {
    const token = await server.signIn(ILYA)
    await link(token, 1)
    await link(token, 2)
    const { members } = await find('')
    expect(members).toHaveLength(1)
    expect(members[0]?.wallets).toHaveLength(2)
  })

  test('finds a member by name, username, id and address', async () => {
    const address = await link(await server.signIn(NEGAR), 3)
    await link(await server.signIn(ILYA), 4)
    const shown = displayAddress({ family: 'ton', network: '-239', address })
    for (const search of [
      'negar',
      ' NeG ',
      '@negar',
      'n negar',
      String(NEGAR.id),
      address,
      shown,
      `\u2066${shown.replaceAll(/.{4}/gu, (group) => `${group} `)}\u2069`,
      accountId({ family: 'ton', network: '-239', address }),
    ])
      expect([search, await findNames(search)]).toEqual([search, ['Negar']])
    const otherNetwork = accountId({ family: 'ton', network: '-3', address })
    for (const search of [
      'egar',
      'negar ilya',
      '999999',
      '🙂',
      `0:${'0'.repeat(64)}`,
      otherNetwork,
    ])
      expect([search, await findNames(search)]).toEqual([search, []])
  })

  test('finds a name with marks, controls and right-to-left as people type it', async () => {
    const members = [
      { ...ILYA, id: 200_001, first_name: '\u202Eنگار\u200B\u0000 علي', username: 'negar_1' },
      { ...ILYA, id: 200_002, first_name: 'José', username: 'jose' },
      { ...ILYA, id: 200_003, first_name: '🔥', username: 'fire_1' },
    ]
    for (const [index, member] of members.entries())
      await link(await server.signIn(member), index + 1)
    const { members: found } = await find('علی')
    expect(found.map(({ firstName }) => firstName)).toEqual(['نگار علي'])
    expect(await findNames('jose')).toEqual(['José'])
    expect(await findNames('JOSÉ')).toEqual(['José'])
    expect(await findNames('fire 1')).toEqual(['🔥'])
  })

  test('finds a member who has changed their name by the new one alone', async () => {
    await link(await server.signIn(ILYA), 1)
    await server.signIn({ ...ILYA, first_name: 'Robert', username: 'rob' })
    expect(await findNames('robert')).toEqual(['Robert'])
    expect(await findNames('ilya')).toEqual([])
  })

  test('filters by family, level, binding and whether the proof holds', async () => {
    await link(await server.signIn(ILYA), 1)
    expect(await findNames('', { family: 'ton', level: 'key', binding: 'domain' })).toEqual([
      'Ilya',
    ])
    expect(await findNames('ilya', { family: 'ton' })).toEqual(['Ilya'])
    for (const filter of [
      { family: 'evm' },
      { level: 'quorum' },
      { binding: 'text' },
      { stale: true },
    ]) {
      expect(await findNames('', filter)).toEqual([])
      expect(await findNames('ilya', filter)).toEqual([])
    }
  })

  test('goes on where the page before ended', async () => {
    for (let index = 0; index < 60; index += 1) {
      server.clock.now += 1_000
      const member = { ...ILYA, id: 300_000 + index, username: `member_${index}` }
      await link(await server.signIn(member), index + 1)
    }
    for (const search of ['', 'ilya']) {
      const first = await find(search)
      const second = await find(search, {}, first.next)
      expect(first.members).toHaveLength(50)
      expect(second).toMatchObject({ next: null })
      const ids = [...first.members, ...second.members].map(({ id }) => id)
      expect(new Set(ids).size).toBe(60)
    }
  })

  test.each([
    { search: 'a'.repeat(101), filter: {}, after: null },
    { search: '', filter: { family: 'btc' }, after: null },
    { search: '', filter: {}, after: "' or 1=1" },
  ])('refuses %j', async (body) => {
    const response = await server.call('POST', '/api/admin/members', { token: admin, body })
    expect(response.status).toBe(400)
  })
})

describe('the page of a member', () => {
  test('shows wallets with their proofs, and what happened', async () => {
    const address = await link(await server.signIn(ILYA), 1)
    const { member } = await findOnly('ilya')
    const shown = await read(member.id)
    expect(shown).toMatchObject({
      telegramId: String(ILYA.id),
      firstName: 'Ilya',
      wallets: [{ wallet: { address, level: 'key', binding: 'domain' } }],
      proofs: { handedOut: 0, ended: 0 },
      events: [{ type: 'wallet.linked' }],
    })
  })

  test('of a member who was deleted while it was open is not found', async () => {
    const ilya = await server.signIn(ILYA)
    await link(ilya, 1)
    const { member, wallet } = await findOnly('ilya')
    await server.call('DELETE', '/api/me', { token: ilya })
    const response = await server.call('GET', `/api/admin/members/${member.id}`, { token: admin })
    expect(response.status).toBe(404)
    const unlinked = await unlink(wallet.id, { memberId: member.id, reason: 'Because' })
    expect(await codeOf(unlinked)).toBe('not-found')
    expect(await find('ilya')).toEqual({ members: [], next: null })
    expect(await readLog()).toEqual([])
  })
})

describe('unlinking with a reason', () => {
  test('unlinks, tells the member why, and is kept in the log', async () => {
    await link(await server.signIn(ILYA), 1)
    const { member, wallet } = await findOnly('ilya')
    const reason = 'Not a wallet of yours'
    expect((await unlink(wallet.id, { memberId: member.id, reason })).status).toBe(204)
    expect(await find('ilya')).toMatchObject({ members: [] })
    const shown = await read(member.id)
    expect(shown.wallets).toEqual([])
    expect(shown.events[0]).toMatchObject({ type: 'wallet.unlinked', reason })
    expect(await readLog()).toMatchObject([
      { kind: 'unlinked', admin: { firstName: 'Ada' }, about: { id: member.id } },
    ])
    expect(server.events.count).toBeGreaterThan(0)
  })

  test('stands in what the member exports, as the admin’s act there too, without the other’s name', async () => {
    const ilya = await server.signIn(ILYA)
    await link(ilya, 1)
    const { member, wallet } = await findOnly('ilya')
    await unlink(wallet.id, { memberId: member.id, reason: 'Not a wallet of yours' })
    const exported = async (token: string) =>
      (await server.call('GET', '/api/export', { token })).text()
    const own = v.parse(exportMe.response, JSON.parse(await exported(ilya)))
    expect(own.adminActions).toMatchObject([{ kind: 'unlinked', mine: false }])
    expect(own.events).toMatchObject([
      { type: 'wallet.unlinked', reason: 'Not a wallet of yours' },
      { type: 'wallet.linked', reason: null },
    ])
    const acted = await exported(admin)
    expect(v.parse(exportMe.response, JSON.parse(acted)).adminActions).toMatchObject([
      { kind: 'unlinked', mine: true },
    ])
    expect(acted).not.toContain('Ilya')
  })

  test('attack: a former holder finds in their export nothing of the member who has the wallet now', async () => {
    const { store } = server
    const [ilya] = [await server.signIn(ILYA), await server.signIn(NEGAR)]
    const find = ({ id }: { id: number }) => store.findUserByTelegramId(String(id))
    const [former, holder] = [await find(ILYA), await find(NEGAR)]
    if (!former || !holder) throw new Error('nobody there')
    const proven = sampleWallet()
    await proveWallet(store, former.id, proven)
    await proveByText(store, holder.id, { ...proven, binding: 'text' })
    const [moved] = await store.listWallets(holder.id)
    const text = await (await server.call('GET', '/api/export', { token: ilya })).text()
    const { events } = v.parse(exportMe.response, JSON.parse(text))
    expect(events[0]).toMatchObject({ type: 'wallet.moved', mine: false })
    expect(moved).toBeDefined()
    expect(text).not.toContain(moved?.id)
  })

  test('of two admins at once, one unlinks and the other learns that it is gone', async () => {
    await link(await server.signIn(ILYA), 1)
    const { member, wallet } = await findOnly('ilya')
    const negar = await server.signIn(NEGAR)
    const body = { memberId: member.id, reason: 'Twice' }
    const answers = await Promise.all([unlink(wallet.id, body), unlink(wallet.id, body, negar)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 404]))
    expect(await readLog()).toHaveLength(1)
  })

  test('attack: a wallet is named with another member than its holder', async () => {
    await link(await server.signIn(ILYA), 1)
    await link(await server.signIn(NEGAR), 2)
    const ilya = await findOnly('ilya')
    const negar = await findOnly('negar')
    const body = { memberId: negar.member.id, reason: 'Mixed up' }
    expect((await unlink(ilya.wallet.id, body)).status).toBe(404)
    expect(await findNames('ilya')).toEqual(['Ilya'])
  })

  test('attack: a reason poses as a link, a username or text of ours', async () => {
    await link(await server.signIn(ILYA), 1)
    const { member, wallet } = await findOnly('ilya')
    const reason = '\u202Ego to evil.example\n\n@support <b>now</b> “'
    await unlink(wallet.id, { memberId: member.id, reason })
    const kept = (await read(member.id)).events[0]?.reason ?? ''
    expect(kept).toBe('go to evil.\u2060example support <b>now</\u2060b> ’')
  })

  test.each(['', '   ', 'x'.repeat(REASON_MAX + 1)])('refuses the reason %j', async (reason) => {
    await link(await server.signIn(ILYA), 1)
    const { member, wallet } = await findOnly('ilya')
    expect((await unlink(wallet.id, { memberId: member.id, reason })).status).toBe(400)
  })
})

async function makeLink(token = admin) {
  const response = await server.call('POST', '/api/admin/export', { token })
  const { url } = v.parse(makeExport.response, await response.json())
  return new URL(url).pathname
}

const fetchIt = (path: string, method = 'GET') => server.call(method, path)

describe('the table of all members', () => {
  test('has a line for each wallet, by a link that needs no session', async () => {
    const token = await server.signIn(ILYA)
    await link(token, 1)
    await link(token, 2)
    const response = await fetchIt(await makeLink())
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('clasp-members-2026-11-20.csv')
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^Ilya,ilya,\d+,ton,mainnet,UQ[\w-]{46},key,domain,2026/u)
    expect(await readLog()).toMatchObject([{ kind: 'exported', admin: { firstName: 'Ada' } }])
  })

  test('attack: keeps a name as text that a spreadsheet would compute, with quotes and lines', async () => {
    const name = '=HYPERLINK("https://evil.example";"x")\n+1'
    await link(await server.signIn({ ...ILYA, first_name: name }), 1)
    const text = await (await fetchIt(await makeLink())).text()
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"";""x"") +1",ilya`)
    expect(text.trimEnd().split('\r\n')).toHaveLength(2)
  })

  test('attack: a link is used twice, by who looks first, late, or is none', async () => {
    const path = await makeLink()
    expect((await fetchIt(path, 'HEAD')).status).toBe(405)
    expect((await fetchIt(path)).status).toBe(200)
    const again = await fetchIt(path)
    expect(again.status).toBe(410)
    expect(await again.text()).toContain('It works once')
    const late = await makeLink()
    server.clock.now += EXPORT_LINK_TTL_MS
    expect((await fetchIt(late)).status).toBe(410)
    expect((await fetchIt('/exports/0123456789abcdefghij_-')).status).toBe(410)
    expect(await readLog()).toHaveLength(1)
  })

  test('attack: the link is of an admin who is none by now', async () => {
    const path = await makeLink()
    const { store } = server
    const former = await openTestServer({ store, adminIds: new Set() })
    expect((await former.call('GET', path)).status).toBe(410)
  })

  test('attack: a member who is no admin asks for a link', async () => {
    const token = await server.signIn(ILYA)
    expect((await server.call('POST', '/api/admin/export', { token })).status).toBe(403)
  })
})

test('a member who deletes everything leaves neither name nor log', async () => {
  const ilya = await server.signIn(ILYA)
  await link(ilya, 1)
  const { member, wallet } = await findOnly('ilya')
  await unlink(wallet.id, { memberId: member.id, reason: 'Because' })
  await server.call('DELETE', '/api/me', { token: ilya })
  expect(await readLog()).toMatchObject([{ kind: 'unlinked', about: null }])
})

test('with ADMIN_NAMES=off there are counts, and no members', async () => {
  await link(await server.signIn(ILYA), 1)
  const { member } = await findOnly('ilya')
  server = await openTestServer({ adminIds: ADMINS, adminNames: 'off' })
  admin = await server.signIn(ADA)
  const body = { search: '', filter: {}, after: null }
  const calls = [
    server.call('POST', '/api/admin/members', { token: admin, body }),
    server.call('GET', `/api/admin/members/${member.id}`, { token: admin }),
  ]
  for (const { status } of await Promise.all(calls)) expect(status).toBe(404)
  const overview = await server.call('GET', '/api/admin/overview', { token: admin })
  expect(v.parse(getOverview.response, await overview.json()).hasMembers).toBe(false)
})
