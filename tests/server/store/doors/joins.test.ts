import { expect, test, vi } from 'vitest'
import { createLog } from '#server/log/log.ts'
import { createJoins } from '#server/notifications/joins.ts'
import type { DueJoin } from '#server/store/doors/join-telling.ts'
import type { StoredChat } from '#server/store/rows/chat-rows.ts'
import type { Store } from '#server/store/store.ts'
import { ANY_WALLET, askToJoin, sampleAsking } from '#tests/support/join-samples.ts'
import { sampleTonMultisig } from '#tests/support/multisig-samples.ts'
import {
  linkedWallet,
  linkSample,
  MINUTE,
  NOON,
  proveByText,
  proveWallet,
  sampleContract,
  sampleMember,
  sampleProfile,
  sampleWallet,
} from '#tests/support/store-samples.ts'
import { describeBothStores } from '#tests/support/store-suite.ts'

const LEASE = 5_000

/** What one process does with what is due, where Telegram takes everything. */
async function tellAll(store: Store, now: number): Promise<DueJoin[]> {
  const told: DueJoin[] = []
  for (const leased of await store.leaseJoins(now, now + LEASE, 100)) {
    const join = await store.judgeLeased({ ...leased, told: leased.told }, now + LEASE, now)
    if (join) told.push(join)
    const answer = join?.state === 'approved' ? 'approve' : 'shown'
    if (join) await store.settleJoin({ ...join, told: answer }, now)
  }
  return told
}

/** A member is let in as the owner of a TON multisig. */
async function letInOwner(store: Store) {
  const proven = sampleWallet()
  const read = sampleTonMultisig({ owners: [proven.address] })
  const { id: multisigId } = await store.saveMultisig(read, NOON)
  const { user, chat } = await askToJoin(store, { rule: { kind: 'owner', multisigId } })
  const { outcome } = await proveWallet(store, user.id, proven)
  await tellAll(store, NOON)
  return { user, chat, multisigId, proven, read, wallet: linkedWallet(outcome) }
}

async function setAnyWallet(store: Store, { id: chatId }: StoredChat): Promise<void> {
  const { version = null, setBy } = (await store.findDoor(chatId)) ?? {}
  const door = {
    chatId,
    userId: setBy?.id ?? (await sampleMember(store)).id,
    version,
    rule: ANY_WALLET,
    tags: false,
  }
  expect(await store.setDoor(door, NOON)).toBe(true)
}

const done = () => Promise.resolve({ outcome: 'done' } as const)

type JoinsParts = Parameters<typeof createJoins>[0]

/** Starts what tells Telegram, which takes everything where the test says nothing else. */
function startJoins(
  store: Store,
  {
    telegram,
    ...parts
  }: Partial<Omit<JoinsParts, 'telegram'>> & {
    telegram: Partial<JoinsParts['telegram']>
  },
) {
  const joins = createJoins({
    store,
    multisigs: { refresh: () => Promise.reject(new Error('no chain')) },
    telegram: { show: done, setTag: done, answer: done, ...telegram },
    getTag: () => null,
    now: () => NOON,
    log: createLog('silent', { write: () => undefined }),
    onEvent: () => undefined,
    ...parts,
  })
  joins.start()
  return joins
}

describeBothStores('requests to join', (stage) => {
  test('one of two processes leases a request, and the other one when it died', async () => {
    await askToJoin(stage.store, { rule: ANY_WALLET })
    const other = await stage.openAnother()
    const leases = await Promise.all(
      [stage.store, other].map((store) => store.leaseJoins(NOON, NOON + LEASE, 10)),
    )
    expect(leases.flat()).toHaveLength(1)
    expect(await other.leaseJoins(NOON + LEASE - 1, NOON + 2 * LEASE, 10)).toEqual([])
    expect(await other.leaseJoins(NOON + LEASE, NOON + 2 * LEASE, 10)).toHaveLength(1)
  })

  test('a link approves in its transaction, and stays due after what was under way', async () => {
    const { user, id } = await askToJoin(stage.store, { rule: ANY_WALLET })
    const [leased] = await stage.store.leaseJoins(NOON, NOON + LEASE, 10)
    if (!leased) throw new Error('nothing is due')
    const judged = await stage.store.judgeLeased({ id, told: 'shown' }, NOON + LEASE, NOON)
    expect(judged).toMatchObject({ state: 'asked', told: 'shown' })
    await linkSample(stage.store, user.id)
    await stage.store.settleJoin({ ...leased, told: 'shown' }, NOON)
    expect(await stage.store.findJoin(id, user.id)).toMatchObject({ state: 'approved' })
    expect(await tellAll(stage.store, NOON + MINUTE)).toMatchObject([
      { state: 'approved', told: 'shown' },
    ])
    expect(await tellAll(stage.store, NOON + 2 * MINUTE)).toEqual([])
  })

  test('a wallet that moves to another member ends what it opened, and opens nothing twice', async () => {
    const { user, id, chat } = await askToJoin(stage.store, { rule: ANY_WALLET })
    const proven = sampleWallet()
    await proveWallet(stage.store, user.id, proven)
    await tellAll(stage.store, NOON)
    expect(await stage.store.listOpenedDoors(user.id, 10)).toMatchObject([{ id }])
    const other = await sampleMember(stage.store)
    await proveByText(stage.store, other.id, { ...proven, binding: 'text' })
    expect(await stage.store.listOpenedDoors(user.id, 10)).toEqual([])
    expect(await stage.store.listEndedJoins(chat.id, 10)).toMatchObject([{ id, endedWhy: 'moved' }])
    expect(await stage.store.listJoins(other.id)).toEqual([])
    const events = await stage.store.listHostEvents({ after: 0, limit: 100 })
    const types = events.map(({ event }) => event.type)
    expect(types.filter((type) => type.startsWith('join'))).toEqual([
      'join.asked',
      'join.decided',
      'join.ended',
    ])
  })

  test('a person who asks again has one open request, and the former one is over', async () => {
    const first = await askToJoin(stage.store, { rule: ANY_WALLET })
    const second = await askToJoin(stage.store, { userId: first.user.id, rule: ANY_WALLET })
    expect(await stage.store.findJoin(first.id, first.user.id)).toMatchObject({
      state: 'withdrawn',
      why: 'asked-again',
    })
    expect(await stage.store.listWaitingJoins(first.chat.id, 10)).toMatchObject([{ id: second.id }])
    expect(await tellAll(stage.store, NOON)).toHaveLength(1)
  })

  const COUNCIL = { telegramId: '-1001', title: 'Council' }

  test.each([
    ['a second later', { id: 1, sentAt: NOON - 1_000 }, { id: 2, sentAt: NOON }],
    ['in the same second', { id: 1, sentAt: NOON }, { id: 2, sentAt: NOON }],
    ['with a smaller id', { id: 9, sentAt: NOON - 1_000 }, { id: 2, sentAt: NOON }],
  ])(
    'a request that was made again %s counts, in whichever order they come',
    async (_, ...sent) => {
      for (const updates of [sent, sent.toReversed()]) {
        const person = await sampleMember(stage.store)
        for (const [index, update] of updates.entries()) {
          // Those of the second person are updates of their own.
          const id = update.id + (updates === sent ? 100 : 200)
          const asking = { ...sampleAsking(person, COUNCIL), update: { ...update, id } }
          const asked = await stage.store.askToJoin(asking, NOON, NOON)
          const isOver = updates !== sent && index === 1
          expect(asked.outcome).toBe(isOver ? 'over' : 'noted')
        }
        const open = await stage.store.listJoins(person.id)
        expect(open.filter(({ state }) => state !== 'withdrawn')).toHaveLength(1)
      }
    },
  )

  test('attack: an earlier request that arrives late reopens nothing that was decided', async () => {
    const person = await sampleMember(stage.store)
    const earlier = sampleAsking(person, COUNCIL, { now: NOON - 1_000 })
    await linkSample(stage.store, person.id)
    const { id } = await askToJoin(stage.store, { userId: person.id, rule: ANY_WALLET })
    expect(await stage.store.askToJoin(earlier, NOON, NOON)).toEqual({ outcome: 'over' })
    expect(await stage.store.listJoins(person.id)).toMatchObject([{ id, state: 'approved' }])
    const elsewhere = { ...earlier, update: { ...earlier.update, id: 5_000 } }
    const group = { telegramId: '-1002', title: 'Other' }
    expect(await stage.store.askToJoin({ ...elsewhere, group }, NOON, NOON)).toMatchObject({
      outcome: 'noted',
    })
  })

  test('attack: of two processes that get one update at once, one notes it and has its lease', async () => {
    const other = await stage.openAnother()
    const stranger = sampleProfile()
    const asking = sampleAsking(stranger, COUNCIL)
    const asked = await Promise.all(
      [stage.store, other].map((store) => store.askToJoin(asking, NOON + LEASE, NOON)),
    )
    expect(asked.map(({ outcome }) => outcome).sort()).toEqual(['noted', 'over'])
    expect(await other.leaseJoins(NOON + LEASE - 1, NOON + 2 * LEASE, 10)).toEqual([])
    expect(await other.leaseJoins(NOON + LEASE, NOON + 2 * LEASE, 10)).toHaveLength(1)
  })

  test('attack: two requests of a stranger at once leave one open', async () => {
    const other = await stage.openAnother()
    const stranger = sampleProfile()
    const asked = await Promise.all(
      [stage.store, other].map((store) =>
        store.askToJoin(sampleAsking(stranger, COUNCIL), NOON, NOON),
      ),
    )
    expect(asked.map(({ outcome }) => outcome)).toContain('noted')
    const user = await stage.store.findUserByTelegramId(stranger.telegramId)
    const joins = await stage.store.listJoins(user?.id ?? '')
    expect(joins.filter(({ state }) => state !== 'withdrawn')).toHaveLength(1)
  })

  test('attack: a proof after a refusal lets nobody in', async () => {
    const { id, user } = await askToJoin(stage.store)
    await stage.store.decideJoin({ id, state: 'declined' }, NOON)
    await linkSample(stage.store, user.id)
    await tellAll(stage.store, NOON)
    expect(await stage.store.findJoin(id, user.id)).toMatchObject({ state: 'declined' })
  })

  test('attack: a decision about a former request does not decide the next one', async () => {
    const { store } = stage
    const { id, user } = await askToJoin(store)
    await store.decideJoin({ id, state: 'declined' }, NOON)
    const answers: string[] = []
    const joins = startJoins(store, {
      telegram: {
        // Its query is over, because the person has asked again meanwhile.
        async answer(join, answer) {
          answers.push(`${answer} ${join.told}`)
          await store.askToJoin(sampleAsking(user, COUNCIL), NOON + LEASE, NOON)
          return { outcome: 'closed' }
        },
      },
    })
    await vi.waitFor(() => expect(answers).toEqual(['decline nothing']))
    await joins.stop()
    expect(answers).toEqual(['decline nothing'])
    expect(
      await store.listWaitingJoins((await store.listJoins(user.id))[0]?.chat.id ?? '', 9),
    ).toMatchObject([{ state: 'asked', user: { id: user.id } }])
  })

  test('attack: only the first of two administrators who change a door at the same time does', async () => {
    const { chat, user } = await askToJoin(stage.store, { rule: ANY_WALLET })
    const version = (await stage.store.findDoor(chat.id))?.version ?? null
    const change = { chatId: chat.id, userId: user.id, version, rule: ANY_WALLET, tags: true }
    const other = await stage.openAnother()
    const set = await Promise.all([
      stage.store.setDoor(change, NOON),
      other.setDoor({ ...change, rule: { kind: 'host' } }, NOON),
    ])
    expect(set.filter((isSet) => isSet)).toHaveLength(1)
  })

  test('attack: no change of a door at the same time turns it on again', async () => {
    const { chat, user } = await askToJoin(stage.store, { rule: ANY_WALLET })
    const door = { chatId: chat.id, userId: user.id, rule: ANY_WALLET, tags: true }
    const other = await stage.openAnother()
    for (let round = 0; round < 20; round += 1) {
      const version = (await stage.store.findDoor(chat.id))?.version ?? null
      await stage.store.setDoor({ ...door, version }, NOON)
      const { version: present = null } = (await stage.store.findDoor(chat.id)) ?? {}
      await Promise.all([
        stage.store.setDoor({ ...door, version: present }, NOON),
        other.turnOffDoor(chat.id, NOON),
      ])
      expect(await stage.store.findDoor(chat.id)).toBeUndefined()
    }
  })

  test('a request goes with its group into a supergroup, with its door', async () => {
    const { id, user } = await askToJoin(stage.store, { rule: ANY_WALLET, group: '-7' })
    await stage.store.saveChat({ telegramId: '-1007', title: 'Council' }, NOON + 1)
    await stage.store.moveChat('-7', { telegramId: '-1007', title: 'Council' }, NOON + 2)
    const join = await stage.store.findJoin(id, user.id)
    expect(join).toMatchObject({ chat: { telegramId: '-1007' } })
    expect(await stage.store.findDoor(join?.chat.id ?? '')).toMatchObject({ rule: ANY_WALLET })
  })

  test.each([NOON - 1, NOON + 1])(
    'who waits is judged by the door that was set in the supergroup, which was met at %d, not by that of the former group',
    async (metAt) => {
      const { store } = stage
      const to = { telegramId: '-1007', title: 'Council' }
      const next = await store.saveChat(to, metAt)
      const { id, user } = await askToJoin(store, { rule: { kind: 'host' }, group: '-7' })
      await linkSample(store, user.id)
      await setAnyWallet(store, next)
      await tellAll(store, NOON)
      await store.moveChat('-7', to, NOON + 2)
      const chatId = (await store.findJoin(id, user.id))?.chat.id ?? ''
      expect(await store.findDoor(chatId)).toMatchObject({ rule: ANY_WALLET })
      await tellAll(store, NOON + 2)
      expect(await store.findJoin(id, user.id)).toMatchObject({ state: 'approved' })
    },
  )

  test('a proof that is no longer valid ends what it opened', async () => {
    const { user, id, chat } = await askToJoin(stage.store, { rule: ANY_WALLET })
    const { outcome } = await proveByText(stage.store, user.id, sampleContract())
    const wallet = linkedWallet(outcome)
    await tellAll(stage.store, NOON)
    await stage.store.markStale({ wallet, reason: 'owners-changed' }, NOON + MINUTE)
    expect(await stage.store.listEndedJoins(chat.id, 10)).toMatchObject([{ id, endedWhy: 'stale' }])
  })

  test('attack: a multisig of a chain that is no longer accepted lets no owner of it in', async () => {
    const proven = sampleWallet()
    const { id: multisigId } = await stage.store.saveMultisig(
      sampleTonMultisig({ owners: [proven.address] }),
      NOON,
    )
    const rule = { kind: 'owner', multisigId } as const
    const { user, id } = await askToJoin(stage.store, { rule })
    const store = await stage.openAnother({ accepts: () => false })
    await proveWallet(store, user.id, proven)
    const unknown = { state: 'queued', why: 'rule-unknown' }
    expect(await store.findJoin(id, user.id)).toMatchObject(unknown)
    await tellAll(store, NOON)
    expect(await store.findJoin(id, user.id)).toMatchObject(unknown)
  })

  test('attack: who proves anew what another rule asks for loses it as an owner of that multisig', async () => {
    const { user, id, chat } = await askToJoin(stage.store, { rule: ANY_WALLET })
    const first = await linkSample(stage.store, user.id)
    await tellAll(stage.store, NOON)
    await stage.store.unlinkWallet(first.id, user.id, NOON)
    const proven = sampleWallet()
    const read = sampleTonMultisig({ owners: [proven.address] })
    const { id: multisigId } = await stage.store.saveMultisig(read, NOON)
    const { version } = (await stage.store.findDoor(chat.id)) ?? { version: null }
    const rule = { kind: 'owner', multisigId } as const
    const change = { chatId: chat.id, userId: user.id, version, rule, tags: false }
    await stage.store.setDoor(change, NOON)
    await proveWallet(stage.store, user.id, proven)
    expect(await stage.store.listOpenedDoors(user.id, 10)).toMatchObject([{ id }])
    await stage.store.saveMultisig({ ...read, owners: [sampleWallet().address] }, NOON + MINUTE)
    expect(await stage.store.listEndedJoins(chat.id, 10)).toMatchObject([{ endedWhy: 'not-owner' }])
  })

  test('an owner’s chain is asked before its last reading is too old to judge by', async () => {
    const { store } = stage
    const read = sampleTonMultisig({ owners: [sampleWallet().address] })
    const { id: multisigId } = await store.saveMultisig(read, NOON - 59_500)
    const { id, user } = await askToJoin(store, { rule: { kind: 'owner', multisigId } })
    let now = NOON
    const joins = startJoins(store, {
      multisigs: {
        async refresh(multisig, maxAgeMs) {
          if (NOON - multisig.checkedAt <= maxAgeMs) return { multisig, state: 'current' }
          return { multisig: await store.saveMultisig(read, now), state: 'current' }
        },
      },
      telegram: {
        show() {
          now += 1_000
          return Promise.resolve({ outcome: 'done' })
        },
      },
      now: () => now,
    })
    await vi.waitFor(async () =>
      expect(await store.findJoin(id, user.id)).toMatchObject({ told: 'shown' }),
    )
    await joins.stop()
    expect(await store.findJoin(id, user.id)).toMatchObject({ state: 'asked' })
  })

  test('a tag that Telegram may have set is taken away when its wallet is unlinked', async () => {
    const { store } = stage
    const { chat, user } = await askToJoin(store, { rule: ANY_WALLET })
    const { version = null } = (await store.findDoor(chat.id)) ?? {}
    const door = { chatId: chat.id, userId: user.id, version, rule: ANY_WALLET, tags: true }
    await store.setDoor(door, NOON)
    const wallet = await linkSample(store, user.id)
    const tags: (string | null)[] = []
    const joins = startJoins(store, {
      telegram: {
        // Its answer to the first is lost.
        async setTag(_, tag) {
          tags.push(tag)
          if (tag === null) return { outcome: 'done' }
          await store.unlinkWallet(wallet.id, user.id, NOON)
          return { outcome: 'failed', code: 'network', retryAfterMs: 0 }
        },
      },
      getTag: (join) => (join.wallet === null ? null : 'verified'),
    })
    await vi.waitFor(() => expect(tags).toEqual(['verified', null]), 5_000)
    await joins.stop()
  })

  test('a request says of who waits what holds now', async () => {
    const { user, id, chat } = await askToJoin(stage.store, { rule: null })
    const why = async () => {
      await tellAll(stage.store, NOON)
      return (await stage.store.findJoin(id, user.id))?.why
    }
    expect(await why()).toBe('door-off')
    const door = { chatId: chat.id, userId: user.id, version: null, tags: false }
    await stage.store.setDoor({ ...door, rule: ANY_WALLET }, NOON)
    expect(await why()).toBe('no-wallet')
    await stage.store.turnOffDoor(chat.id, NOON)
    expect(await why()).toBe('door-off')
  })

  test('a multisig that is gone ends what its owners have by it', async () => {
    const { user, chat, multisigId } = await letInOwner(stage.store)
    expect(await stage.store.listOpenedDoors(user.id, 10)).toHaveLength(1)
    await stage.store.endOwners(multisigId, NOON + MINUTE)
    expect(await stage.store.listEndedJoins(chat.id, 10)).toMatchObject([{ endedWhy: 'not-owner' }])
  })

  test('an owner who unlinks and proves again is off the list, by a reading that lets nobody new in', async () => {
    const { user, chat, proven, read, wallet } = await letInOwner(stage.store)
    const later = NOON + 30 * MINUTE
    await stage.store.unlinkWallet(wallet.id, user.id, later)
    expect(await stage.store.listEndedJoins(chat.id, 10)).toMatchObject([{ endedWhy: 'unlinked' }])
    await proveWallet(stage.store, user.id, proven, later)
    expect(await stage.store.listEndedJoins(chat.id, 10)).toEqual([])
    await stage.store.saveMultisig({ ...read, owners: [sampleWallet().address] }, later)
    expect(await stage.store.listEndedJoins(chat.id, 10)).toMatchObject([{ endedWhy: 'not-owner' }])
  })

  test('a multisig whose owners a door asks for is kept, and read again by schedule', async () => {
    const { id } = await stage.store.saveMultisig(sampleTonMultisig(), NOON)
    await askToJoin(stage.store, { rule: { kind: 'owner', multisigId: id } })
    const later = NOON + 90 * 24 * 60 * MINUTE
    await stage.store.sweep({ attemptsMs: 1, eventsMs: 1, idleMembersMs: later }, later)
    expect(await stage.store.findMultisig(id)).toBeDefined()
    const lease = { before: later, until: later + MINUTE, limit: 10 }
    expect(await stage.store.leaseMultisigChecks(lease, later)).toMatchObject([{ id }])
  })

  test.each([
    ['asks for something else', setAnyWallet],
    ['is off', (store: Store, { id }: StoredChat) => store.turnOffDoor(id, NOON)],
  ])('who was let in as an owner is followed when the door %s', async (_, change) => {
    const { chat, read, multisigId } = await letInOwner(stage.store)
    await change(stage.store, chat)
    const later = NOON + 90 * 24 * 60 * MINUTE
    await stage.store.sweep({ attemptsMs: 1, eventsMs: 1, idleMembersMs: later }, later)
    const lease = { before: later, until: later + MINUTE, limit: 10 }
    expect(await stage.store.leaseMultisigChecks(lease, later)).toMatchObject([{ id: multisigId }])
    await stage.store.saveMultisig({ ...read, owners: [sampleWallet().address] }, later)
    expect(await stage.store.listEndedJoins(chat.id, 10)).toMatchObject([{ endedWhy: 'not-owner' }])
  })

  test('a request that let nobody in is swept', async () => {
    const { user } = await askToJoin(stage.store, { rule: ANY_WALLET })
    const later = NOON + 2 * MINUTE
    await stage.store.sweep({ attemptsMs: 1, eventsMs: MINUTE, idleMembersMs: later }, later)
    expect(await stage.store.listJoins(user.id)).toEqual([])
  })

  test('a member who deletes everything leaves no request', async () => {
    const { user, chat } = await askToJoin(stage.store, { rule: ANY_WALLET })
    await stage.store.deleteUser(user.id, NOON)
    expect(await stage.store.listWaitingJoins(chat.id, 10)).toEqual([])
    expect(await stage.store.leaseJoins(NOON, NOON + LEASE, 10)).toEqual([])
    expect(await sampleMember(stage.store)).toBeDefined()
  })

  test('the operator’s code decides once, while nothing is decided', async () => {
    const { id } = await askToJoin(stage.store)
    const decide = (state: 'approved' | 'declined') => stage.store.decideJoin({ id, state }, NOON)
    expect(await decide('declined')).toMatchObject({ join: { state: 'declined', why: 'host' } })
    expect(await decide('declined')).toMatchObject({ outcome: 'decided' })
    expect(await decide('approved')).toEqual({ outcome: 'other' })
    expect(await stage.store.decideJoin({ id: 'x'.repeat(22), state: 'approved' }, NOON)).toEqual({
      outcome: 'none',
    })
  })
})
