import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as v from 'valibot'
import { getDoor } from '#shared/api/get-door.ts'
import { getMe } from '#shared/api/get-me.ts'
import type { DoorRule } from '#shared/door-rule.ts'
import { JoinSchema } from '#shared/join.ts'
import { signInitData } from '#tests/support/init-data.ts'
import { ANY_WALLET, sampleAsking } from '#tests/support/join-samples.ts'
import { getTonAddress, linkWallet } from '#tests/support/link-wallet.ts'
import { sampleTonMultisig } from '#tests/support/multisig-samples.ts'
import { ADA, ILYA, NEGAR, type TestAccount } from '#tests/support/people.ts'
import { BOT_TOKEN, openTestServer, type TestServer } from '#tests/support/test-server.ts'

const GROUP = '-1001'
const SECOND = 1_000
const MINUTE = 60 * SECOND

let server: TestServer
let chatId: string

beforeEach(async () => {
  server = await openTestServer()
  server.telegram.addGroup({ id: GROUP, title: 'Council', administrators: [ADA.id, NEGAR.id] })
  const chat = await server.store.saveChat({ telegramId: GROUP, title: 'Council' }, now())
  chatId = chat.id
  server.joins.start()
})
afterEach(() => server.joins.stop())

function now(): number {
  return server.clock.now
}

const AWAY = { outcome: 'failed', code: 'telegram-unreachable', retryAfterMs: 1_000 } as const

async function setDoor(rule: DoorRule, options: { tags?: boolean; by?: TestAccount } = {}) {
  const { tags = false, by = ADA } = options
  const token = await server.signIn(by)
  const before = v.parse(getDoor.response, await (await call('GET', token)).json())
  const version = before.door?.version ?? null
  return call('PUT', token, { version, rule, tags })
}

function call(method: string, token: string, body?: unknown) {
  return server.call(method, `/api/doors/${chatId}`, { token, body })
}

async function readDoor(by = ADA) {
  const response = await call('GET', await server.signIn(by))
  return v.parse(getDoor.response, await response.json())
}

/** Telegram answers again, two minutes later. */
function comeBack(): void {
  server.tellJoins.outcome = { outcome: 'done' }
  server.clock.now += 2 * MINUTE
  server.joins.kick()
}

/** A person asks to join; answers the id of the request. */
async function ask(person: TestAccount, queryId: string | null = `query-${person.id}`) {
  const profile = { telegramId: String(person.id), firstName: person.first_name, username: null }
  const group = await server.store.findChat(chatId)
  if (group === undefined) throw new Error('no such group')
  const asking = sampleAsking({ ...profile, language: 'en', mayMessage: null }, group, {
    now: now(),
    queryId,
  })
  const asked = await server.store.askToJoin(asking, now(), now())
  if (asked.outcome !== 'noted') throw new Error(asked.outcome)
  server.joins.kick()
  return asked.join.id
}

async function readJoin(person: TestAccount, id: string) {
  const token = await server.signIn(person)
  const response = await server.call('GET', `/api/joins/${id}`, { token })
  return v.parse(JoinSchema, await response.json())
}

async function untilJoin(person: TestAccount, id: string, state: string) {
  await vi.waitFor(async () => expect(await readJoin(person, id)).toMatchObject({ state }), 5_000)
  return readJoin(person, id)
}

const untilTold = (person: TestAccount, what: unknown[]) =>
  vi.waitFor(() => expect(server.tellJoins.about(person.id)).toEqual(what), 5_000)

/** Ilya is let in by a rule, but Telegram does not hear of it. */
async function decideUnheard(rule: DoorRule) {
  await setDoor(rule)
  const token = await server.signIn(ILYA)
  const wallet = await linkWallet(server, token)
  server.tellJoins.outcome = AWAY
  const id = await ask(ILYA)
  await untilTold(ILYA, ['approve'])
  return { id, token, wallet }
}

const untilTag = (tag: string) =>
  vi.waitFor(() => expect(server.tellJoins.about(ILYA.id).at(-1)).toMatch(tag), 5_000)

async function getTagged(): Promise<string> {
  await setDoor(ANY_WALLET, { tags: true })
  const token = await server.signIn(ILYA)
  await linkWallet(server, token)
  await ask(ILYA)
  await untilTag('tag UQ')
  return token
}

async function knowMultisig(owners: readonly string[]) {
  const multisig = sampleTonMultisig({ owners: [...owners] })
  server.tonChain.setMultisig(multisig.address, multisig)
  return { ...multisig, id: (await server.store.saveMultisig(multisig, now())).id }
}

describe('the door of a group', () => {
  it('lets in who proves a wallet, in the transaction that links it', async () => {
    expect((await setDoor(ANY_WALLET)).status).toBe(200)
    const id = await ask(ILYA)
    await untilTold(ILYA, ['show'])
    expect(await readJoin(ILYA, id)).toMatchObject({
      chat: { title: 'Council' },
      rule: ANY_WALLET,
      state: 'asked',
      why: 'no-wallet',
    })
    const token = await server.signIn(ILYA)
    const wallet = await linkWallet(server, token)
    expect(await readJoin(ILYA, id)).toMatchObject({
      state: 'approved',
      why: 'proven',
      walletId: wallet.id,
    })
    await untilTold(ILYA, ['show', 'approve'])
    const me = await server.call('GET', '/api/me', { token })
    expect(v.parse(getMe.response, await me.json()).doors).toMatchObject([
      { joinId: id, walletId: wallet.id, chat: { title: 'Council' } },
    ])
  })

  it('lets in who qualifies already, without a tap', async () => {
    await setDoor(ANY_WALLET)
    await linkWallet(server, await server.signIn(ILYA))
    await ask(ILYA)
    await untilTold(ILYA, ['approve'])
  })

  it('lets in an owner of its multisig, and leaves a stranger waiting', async () => {
    const multisig = await knowMultisig([getTonAddress(1), getTonAddress(2)])
    await setDoor({ kind: 'owner', multisigId: multisig.id })
    const [ilya, negar] = [await ask(ILYA), await ask(NEGAR)]
    await linkWallet(server, await server.signIn(ILYA), 1)
    await linkWallet(server, await server.signIn(NEGAR), 7)
    await untilTold(ILYA, ['show', 'approve'])
    expect(await readJoin(ILYA, ilya)).toMatchObject({ state: 'approved', why: 'proven' })
    expect(await readJoin(NEGAR, negar)).toMatchObject({ state: 'asked', why: 'no-wallet' })
    server.clock.now += 11 * MINUTE
    server.joins.kick()
    await untilJoin(NEGAR, negar, 'queued')
    await untilTold(NEGAR, ['show', 'queue'])
    expect((await readDoor()).waiting).toMatchObject([
      { id: negar, person: { firstName: 'Negar' }, state: 'queued', why: 'time-over' },
    ])
  })

  it('reads an old reading again before it lets an owner in', async () => {
    const multisig = await knowMultisig([getTonAddress(1)])
    await setDoor({ kind: 'owner', multisigId: multisig.id })
    await linkWallet(server, await server.signIn(ILYA), 1)
    server.clock.now += 5 * MINUTE
    const id = await ask(ILYA)
    await untilJoin(ILYA, id, 'approved')
    await untilTold(ILYA, ['show', 'approve'])
  })

  it('attack: lets in nobody by an old reading, when the owners have changed since', async () => {
    const multisig = await knowMultisig([getTonAddress(1)])
    await setDoor({ kind: 'owner', multisigId: multisig.id })
    await linkWallet(server, await server.signIn(ILYA), 1)
    server.tonChain.setMultisig(multisig.address, { ...multisig, owners: [getTonAddress(2)] })
    server.clock.now += 5 * MINUTE
    const id = await ask(ILYA)
    await untilTold(ILYA, ['show'])
    expect(await readJoin(ILYA, id)).toMatchObject({ state: 'asked', why: 'no-wallet' })
  })

  it('attack: lets in nobody while the chain is away, and the owner once it is back', async () => {
    const multisig = await knowMultisig([getTonAddress(1)])
    await setDoor({ kind: 'owner', multisigId: multisig.id })
    await linkWallet(server, await server.signIn(ILYA), 1)
    server.clock.now += 5 * MINUTE
    server.tonChain.setReachable(false)
    const id = await ask(ILYA)
    await untilTold(ILYA, ['show', 'queue'])
    expect(await readJoin(ILYA, id)).toMatchObject({ state: 'queued', why: 'chain-away' })
    server.tonChain.setReachable(true)
    await readJoin(ILYA, id)
    await untilJoin(ILYA, id, 'approved')
    await untilTold(ILYA, ['show', 'queue', 'approve'])
  })

  it('leaves to people what the rule does not let in in time, and a later proof still lets in', async () => {
    await setDoor(ANY_WALLET)
    const id = await ask(ILYA)
    await untilTold(ILYA, ['show'])
    server.clock.now += 11 * MINUTE
    server.joins.kick()
    await untilTold(ILYA, ['show', 'queue'])
    await linkWallet(server, await server.signIn(ILYA))
    expect(await readJoin(ILYA, id)).toMatchObject({ state: 'approved' })
    await untilTold(ILYA, ['show', 'queue', 'approve'])
  })

  describe('decided while Telegram is away', () => {
    it('lets in who still qualifies', async () => {
      await decideUnheard(ANY_WALLET)
      comeBack()
      await untilTold(ILYA, ['approve', 'approve'])
    })

    it('attack: lets in nobody whose wallet was unlinked meanwhile', async () => {
      const { id, token, wallet } = await decideUnheard(ANY_WALLET)
      await server.call('DELETE', `/api/wallets/${wallet.id}`, { token })
      comeBack()
      await untilTold(ILYA, ['approve', 'queue'])
      expect(await readJoin(ILYA, id)).toMatchObject({ state: 'queued', why: 'no-wallet' })
      expect((await readDoor()).ended).toEqual([])
    })

    it('attack: lets in nobody who is no longer an owner, or may not be one', async () => {
      const multisig = await knowMultisig([getTonAddress(1)])
      const { id } = await decideUnheard({ kind: 'owner', multisigId: multisig.id })
      server.tonChain.setMultisig(multisig.address, { ...multisig, owners: [getTonAddress(2)] })
      comeBack()
      await untilTold(ILYA, ['approve', 'queue'])
      expect(await readJoin(ILYA, id)).toMatchObject({ state: 'queued', why: 'no-wallet' })
      server.tonChain.setMultisig(multisig.address, multisig)
    })

    it('attack: lets in nobody while the chain is away, too', async () => {
      const multisig = await knowMultisig([getTonAddress(1)])
      const { id } = await decideUnheard({ kind: 'owner', multisigId: multisig.id })
      server.tonChain.setReachable(false)
      comeBack()
      await untilTold(ILYA, ['approve', 'queue'])
      expect(await readJoin(ILYA, id)).toMatchObject({ state: 'queued', why: 'chain-away' })
    })

    it('attack: lets in nobody by a rule that was made stricter meanwhile', async () => {
      const { id } = await decideUnheard(ANY_WALLET)
      await setDoor({ ...ANY_WALLET, binding: 'text' })
      comeBack()
      await untilTold(ILYA, ['approve', 'queue'])
      expect(await readJoin(ILYA, id)).toMatchObject({ state: 'queued', why: 'no-wallet' })
    })

    it('attack: lets in nobody through a door that was turned off meanwhile', async () => {
      const { id } = await decideUnheard(ANY_WALLET)
      await call('DELETE', await server.signIn())
      comeBack()
      await untilTold(ILYA, ['approve', 'queue'])
      expect(await readJoin(ILYA, id)).toMatchObject({ state: 'queued', why: 'door-off' })
    })
  })

  it('leaves everybody to people while it is off', async () => {
    const id = await ask(ILYA)
    await untilTold(ILYA, ['queue'])
    expect(await readJoin(ILYA, id)).toMatchObject({ state: 'queued', why: 'door-off', rule: null })
  })

  it('leaves who waits to people when it is turned off', async () => {
    await setDoor(ANY_WALLET)
    const id = await ask(ILYA)
    await untilTold(ILYA, ['show'])
    expect((await call('DELETE', await server.signIn())).status).toBe(204)
    await untilJoin(ILYA, id, 'queued')
    await linkWallet(server, await server.signIn(ILYA))
    expect(await readJoin(ILYA, id)).toMatchObject({ state: 'queued', why: 'door-off' })
  })

  it('judges a person who left and asks again anew', async () => {
    await setDoor(ANY_WALLET)
    const token = await server.signIn(ILYA)
    const wallet = await linkWallet(server, token)
    const first = await ask(ILYA)
    await untilTold(ILYA, ['approve'])
    await server.call('DELETE', `/api/wallets/${wallet.id}`, { token })
    const second = await ask(ILYA, 'query-2')
    expect(await readJoin(ILYA, first)).toMatchObject({ state: 'withdrawn', why: 'asked-again' })
    expect(await readJoin(ILYA, second)).toMatchObject({ state: 'asked', why: 'no-wallet' })
  })

  it('says when what let a person in holds no longer, and when it holds again', async () => {
    await setDoor(ANY_WALLET, { tags: true })
    const token = await server.signIn(ILYA)
    const wallet = await linkWallet(server, token)
    const id = await ask(ILYA)
    await untilTold(ILYA, ['approve', expect.stringMatching(/^tag UQ..…....$/)])
    await server.call('DELETE', `/api/wallets/${wallet.id}`, { token })
    expect((await readDoor()).ended).toMatchObject([
      { id, person: { firstName: 'Ilya' }, why: 'unlinked' },
    ])
    server.joins.kick()
    await vi.waitFor(() => expect(server.tellJoins.about(ILYA.id).at(-1)).toBe('tag none'))
    await linkWallet(server, token)
    expect((await readDoor()).ended).toEqual([])
  })

  it('says when a person is no longer an owner', async () => {
    const multisig = await knowMultisig([getTonAddress(1), getTonAddress(2)])
    await setDoor({ kind: 'owner', multisigId: multisig.id }, { tags: true })
    await linkWallet(server, await server.signIn(ILYA), 1)
    const id = await ask(ILYA)
    await untilTold(ILYA, ['approve', 'tag owner · multisig'])
    await server.store.saveMultisig({ ...multisig, owners: [getTonAddress(2)] }, now() + 1)
    expect((await readDoor()).ended).toMatchObject([{ id, why: 'not-owner' }])
  })

  describe('takes the tag of who was let in away', () => {
    it('when the door sets no more tags', async () => {
      await getTagged()
      await setDoor(ANY_WALLET, { tags: false })
      server.joins.kick()
      await untilTag('tag none')
    })

    it('when it is off', async () => {
      await getTagged()
      await call('DELETE', await server.signIn())
      server.joins.kick()
      await untilTag('tag none')
    })

    it('when that person deletes everything, and deletes it also while Telegram is away', async () => {
      const token = await getTagged()
      server.tellJoins.outcome = AWAY
      expect((await server.call('DELETE', '/api/me', { token })).status).toBe(204)
      expect(server.tellJoins.about(ILYA.id).at(-1)).toBe('tag none')
      expect(await server.store.findUserByTelegramId(String(ILYA.id))).toBeUndefined()
    })
  })

  it('says once that Telegram does not let it set tags', async () => {
    await setDoor(ANY_WALLET, { tags: true })
    await linkWallet(server, await server.signIn(ILYA))
    await ask(ILYA)
    await untilTold(ILYA, ['approve', expect.stringContaining('tag')])
    server.tellJoins.outcome = { outcome: 'not-allowed' }
    await server.store.noteTagsRefused(chatId)
    expect((await readDoor()).door).toMatchObject({ tags: true, tagsRefused: true })
  })
})

describe('who sees and changes a door', () => {
  it('attack: is nobody but an administrator of this very group', async () => {
    server.telegram.addGroup({ id: '-1002', title: 'Another', administrators: [ILYA.id] })
    const token = await server.signIn(ILYA)
    const responses = await Promise.all([
      call('GET', token),
      call('PUT', token, { version: null, rule: ANY_WALLET, tags: false }),
      call('DELETE', token),
    ])
    for (const response of responses)
      expect(await response.json()).toMatchObject({ code: 'not-administrator' })
  })

  it('is nobody while Telegram does not say', async () => {
    server.telegram.goAway()
    const response = await call('GET', await server.signIn())
    expect(await response.json()).toMatchObject({ code: 'membership-unknown' })
  })

  it('does not overwrite what another administrator has changed meanwhile', async () => {
    await setDoor(ANY_WALLET)
    const { door } = await readDoor()
    const body = { version: door?.version ?? null, rule: ANY_WALLET, tags: true }
    expect((await call('PUT', await server.signIn(), body)).status).toBe(200)
    const second = await call('PUT', await server.signIn(NEGAR), body)
    expect(await second.json()).toMatchObject({ code: 'door-changed' })
    const turnedOn = await call('PUT', await server.signIn(NEGAR), { ...body, version: null })
    expect(turnedOn.status).toBe(409)
  })

  it('does not set a rule that nobody can meet', async () => {
    const evm = await setDoor({ ...ANY_WALLET, family: 'evm' })
    expect(await evm.json()).toMatchObject({ code: 'evm-off' })
    const unknown = await setDoor({ kind: 'owner', multisigId: 'm'.repeat(22) })
    expect(await unknown.json()).toMatchObject({ code: 'multisig-not-found' })
  })
})

describe('what somebody typed as a name', () => {
  it('attack: cannot move or hide text around it', async () => {
    const title = 'Council\u202E\u0000 @admin\n«Welcome»'
    await server.store.saveChat({ telegramId: GROUP, title }, now())
    await setDoor(ANY_WALLET)
    const id = await ask({ ...ILYA, first_name: 'Il\u200Bya\u2066 t.me/x' })
    const unruly = /[\p{Cc}\u200B\u202A-\u202E\u2066-\u2069@«»]/u
    const door = await readDoor()
    expect(door.chat.title).not.toMatch(unruly)
    expect(door.waiting[0]?.person.firstName).not.toMatch(unruly)
    expect((await readJoin(ILYA, id)).chat.title).not.toMatch(unruly)
  })
})

async function session(initData: string): Promise<unknown> {
  const headers = { authorization: `tma ${initData}` }
  const response = await server.app.request('/api/session', { method: 'POST', headers })
  return response.json()
}

function launch(person: TestAccount, queryId: string): string {
  return signInitData({
    botToken: BOT_TOKEN,
    user: person,
    authDate: now() / SECOND,
    fields: { chat_join_request_query_id: queryId },
  })
}

describe('a launch by which a person asks to join', () => {
  it('leads to the request', async () => {
    await setDoor(ANY_WALLET)
    const id = await ask(ILYA, 'query-of-ilya')
    expect(await session(launch(ILYA, 'query-of-ilya'))).toMatchObject({
      start: `j1_${id}`,
      replies: { [`/api/joins/${id}`]: { status: 200 } },
    })
  })

  it('attack: a query of somebody else, or of another bot, leads nowhere', async () => {
    await setDoor(ANY_WALLET)
    await ask(ILYA, 'query-of-ilya')
    expect(await session(launch(NEGAR, 'query-of-ilya'))).toMatchObject({ start: null })
    expect(await session(launch(ILYA, 'query-of-another-bot'))).toMatchObject({ start: null })
  })

  it('attack: a forged query breaks Telegram’s signature', async () => {
    const forged = launch(ILYA, 'query-1').replace('query-1', 'query-2')
    expect(await session(forged)).toMatchObject({ code: 'init-data-invalid' })
  })

  it('attack: shows nobody the request of somebody else', async () => {
    const id = await ask(ILYA)
    const response = await server.call('GET', `/api/joins/${id}`, {
      token: await server.signIn(NEGAR),
    })
    expect(response.status).toBe(404)
  })
})
