import { describe, expect, test } from 'vitest'
import {
  canRequestAnywhere,
  canRequestIn,
  type RequestPolicy,
} from '#server/requests/can-request.ts'
import { createTestTelegramChats } from '#tests/support/telegram-chats.ts'

const [OWNER, ADMINISTRATOR, MEMBER, STRANGER] = ['11', '22', '33', '44'] as const
const CHAT = { telegramId: '-1001' }

function policy(requests: RequestPolicy['requests']) {
  const chats = createTestTelegramChats()
  const group = { id: CHAT.telegramId, title: 'Harbour club' }
  chats.addGroup({ ...group, administrators: [Number(ADMINISTRATOR)], members: [Number(MEMBER)] })
  return { chats, adminIds: new Set<string>([OWNER]), requests }
}

describe('requests in no chat’s name', () => {
  test.each([
    ['admins', OWNER, true],
    ['admins', ADMINISTRATOR, false],
    ['admins', STRANGER, false],
    ['members', OWNER, true],
    ['members', STRANGER, true],
  ] as const)('with REQUESTS=%s, %s: %s', (requests, person, may) => {
    expect(canRequestAnywhere(person, policy(requests))).toBe(may)
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
  ] as const)('with REQUESTS=%s, %s: %s', async (requests, person, may) => {
    expect(await canRequestIn(CHAT, person, policy(requests))).toBe(may)
  })

  test.each(['admins', 'members'] as const)(
    'decides nothing with REQUESTS=%s while Telegram does not answer, except for ADMIN_IDS',
    async (requests) => {
      const asked = policy(requests)
      asked.chats.goAway()
      expect(await canRequestIn(CHAT, ADMINISTRATOR, asked)).toBe('unknown')
      expect(await canRequestIn(CHAT, OWNER, asked)).toBe('yes')
    },
  )
})
