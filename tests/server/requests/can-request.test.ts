import { describe, expect, test } from 'vitest'
import { createFindAdmins } from '#server/admins/find-admins.ts'
import type { ChatsPolicy, RequestsPolicy } from '#server/config/config.ts'
import {
  canRequestAnywhere,
  canRequestIn,
  isByAnybody,
  type RequestPolicy,
} from '#server/requests/can-request.ts'
import { openTestStore } from '#tests/support/open-test-store.ts'
import { NOON, sampleProfile } from '#tests/support/store-samples.ts'
import { createTestTelegramChats } from '#tests/support/telegram-chats.ts'

const [OWNER, ADMINISTRATOR, MEMBER, STRANGER] = ['11', '22', '33', '44'] as const
const CHAT = { telegramId: '-1001', title: 'Harbour club' }

/** The group, of which {@link OWNER}, whom the operator names in ADMIN_IDS, is no member. */
async function getPolicy(requests: RequestsPolicy, chatsPolicy: ChatsPolicy = 'any') {
  const store = await openTestStore()
  const chats = createTestTelegramChats()
  const administrators = [Number(ADMINISTRATOR)]
  chats.addGroup({ ...CHAT, id: CHAT.telegramId, administrators, members: [Number(MEMBER)] })
  const findAdmins = createFindAdmins({ adminIds: new Set([OWNER]), store })
  return { store, chats, findAdmins, requests, chatsPolicy } satisfies RequestPolicy
}

type FoundPolicy = Awaited<ReturnType<typeof getPolicy>>

/** Somebody makes {@link OWNER} an administrator of the group. */
function promoteOwner({ chats }: FoundPolicy): void {
  const administrators = [Number(ADMINISTRATOR), Number(OWNER)]
  chats.addGroup({ ...CHAT, id: CHAT.telegramId, administrators })
}

/** {@link OWNER} uses the bot in the group. */
async function noteOwner({ store }: FoundPolicy): Promise<void> {
  const chat = await store.saveChat(CHAT, NOON)
  const { id: userId } = await store.saveUser({ ...sampleProfile(), telegramId: OWNER }, NOON)
  await store.noteRequester({ chat, userId }, NOON)
}

describe('requests in no chat’s name', () => {
  test.each([
    ['admins', OWNER, true],
    ['admins', ADMINISTRATOR, false],
    ['admins', STRANGER, false],
    ['members', OWNER, true],
    ['members', STRANGER, true],
  ] as const)('with REQUESTS=%s, %s may make them: %s', async (requests, person, may) => {
    expect(await canRequestAnywhere(person, await getPolicy(requests))).toBe(may)
  })
})

describe('requests in a chat’s name', () => {
  test.each([
    ['admins', OWNER, 'yes'],
    ['admins', ADMINISTRATOR, 'yes'],
    ['admins', MEMBER, 'no'],
    ['admins', STRANGER, 'no'],
    ['members', OWNER, 'yes'],
    ['members', ADMINISTRATOR, 'yes'],
    ['members', MEMBER, 'yes'],
    ['members', STRANGER, 'no'],
  ] as const)('with REQUESTS=%s, %s may make them: %s', async (requests, person, may) => {
    expect(await canRequestIn(CHAT, person, await getPolicy(requests))).toBe(may)
  })

  test.each(['admins', 'members'] as const)(
    'stay undecided with REQUESTS=%s while Telegram does not answer, except for ADMIN_IDS',
    async (requests) => {
      const asked = await getPolicy(requests)
      asked.chats.goAway()
      expect(await canRequestIn(CHAT, ADMINISTRATOR, asked)).toBe('unknown')
      expect(await canRequestIn(CHAT, OWNER, asked)).toBe('yes')
    },
  )

  test.each([
    ['any', ADMINISTRATOR, 'yes'],
    ['known', ADMINISTRATOR, 'no'],
    ['known', OWNER, 'yes'],
    [new Set([CHAT.telegramId]), ADMINISTRATOR, 'yes'],
    [new Set([CHAT.telegramId]), MEMBER, 'no'],
    [new Set(['-1002']), ADMINISTRATOR, 'no'],
    [new Set(['-1002']), OWNER, 'yes'],
  ] as const)('with CHATS=%s, %s may make them: %s', async (chatsPolicy, person, may) => {
    expect(await canRequestIn(CHAT, person, await getPolicy('admins', chatsPolicy))).toBe(may)
  })

  test('with CHATS=known, a group is known while an administrator of ADMIN_IDS who has used the bot there is one', async () => {
    const policy = await getPolicy('admins', 'known')
    promoteOwner(policy)
    await noteOwner(policy)
    expect(await canRequestIn(CHAT, ADMINISTRATOR, policy)).toBe('yes')
    policy.chats.goAway()
    expect(await canRequestIn(CHAT, ADMINISTRATOR, policy)).toBe('unknown')
    policy.chats.comeBack()
    policy.chats.demote(CHAT.telegramId, Number(OWNER))
    expect(await canRequestIn(CHAT, ADMINISTRATOR, policy)).toBe('no')
  })

  test('attack: somebody makes the operator an administrator of their group, which makes it not known', async () => {
    const policy = await getPolicy('admins', 'known')
    promoteOwner(policy)
    expect(await canRequestIn(CHAT, ADMINISTRATOR, policy)).toBe('no')
    const asked = { telegramId: ADMINISTRATOR, chat: CHAT, membersOnly: false }
    expect(await isByAnybody(asked, policy)).toBe(true)
  })
})

describe('a request that anybody could make', () => {
  const asked = { telegramId: ADMINISTRATOR, chat: CHAT, membersOnly: false }
  const listed = new Set([CHAT.telegramId])
  test.each([
    ['for a group that the operator does not know', asked, 'any', true],
    ['for a group whose members Telegram confirms', { ...asked, membersOnly: true }, 'any', false],
    ['of a member of ADMIN_IDS', { ...asked, telegramId: OWNER }, 'any', false],
    ['for a group that is listed', asked, listed, false],
    ['for a group that is not', { ...asked, chat: { telegramId: '-1002' } }, listed, true],
    ['for no group', { ...asked, chat: null }, 'known', true],
  ] as const)('is recognised %s: %#', async (_, request, chatsPolicy, expected) => {
    expect(await isByAnybody(request, await getPolicy('members', chatsPolicy))).toBe(expected)
  })

  test.each(['any', 'known'] as const)(
    'is none for a group that the operator knows, with CHATS=%s, while Telegram says so',
    async (chatsPolicy) => {
      const policy = await getPolicy('admins', chatsPolicy)
      promoteOwner(policy)
      await noteOwner(policy)
      expect(await isByAnybody(asked, policy)).toBe(false)
      policy.chats.goAway()
      expect(await isByAnybody(asked, policy)).toBe(true)
    },
  )
})
