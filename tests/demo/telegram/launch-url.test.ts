import { validate } from '@telegram-apps/init-data-node'
import { describe, expect, test } from 'vitest'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { PORTABLE_CRYPTO } from '#proof/crypto.ts'
import { BOT_TOKEN, directChat, GROUP, makeWorld, WEEKEND } from './demo-world.ts'

const CLIENT = { platform: 'ios', version: '9.1', theme: 'night' } as const

function getHash(address: string): URLSearchParams {
  return new URLSearchParams(new URL(address).hash.slice(1))
}

describe('the simulated Telegram, for a launch,', () => {
  test('signs the start_param and the chat type of a direct link in a group', () => {
    const address = makeWorld().launch({
      ...CLIENT,
      accountId: NEGAR,
      source: 'direct-link',
      chatId: GROUP,
      startParam: 'r1_code',
    })
    const initData = getHash(address).get('tgWebAppData') ?? ''
    expect(() => validate(initData, BOT_TOKEN, { expiresIn: 0 })).not.toThrow()
    const fields = new URLSearchParams(initData)
    expect(fields.get('chat_type')).toBe('supergroup')
    expect(fields.get('start_param')).toBe('r1_code')
    expect(fields.get('chat_instance')).toMatch(/^-?\d+$/)
    expect(fields.get('signature')).toMatch(/^[\w-]{86}$/)
    expect(fields.has('query_id')).toBe(false)
    expect(JSON.parse(fields.get('user') ?? '')).toMatchObject({ id: NEGAR, first_name: 'نگار' })
    expect(new URL(address).searchParams.get('tgWebAppStartParam')).toBe('r1_code')
  })

  test('signs the launch for third parties with a key of its own, for this bot', () => {
    const world = makeWorld()
    const direct = { source: 'direct-link', chatId: null, startParam: 'p1_x' } as const
    const address = world.launch({ ...CLIENT, accountId: NEGAR, ...direct })
    const fields = new URLSearchParams(getHash(address).get('tgWebAppData') ?? '')
    const lines = [...fields]
      .filter(([name]) => name !== 'hash' && name !== 'signature')
      .map(([name, value]) => `${name}=${value}`)
      .toSorted()
    const isSigned = (botId: number) =>
      PORTABLE_CRYPTO.isEd25519Signature({
        publicKey: Buffer.from(world.signer.publicKey, 'hex'),
        message: Buffer.from(`${botId}:WebAppData\n${lines.join('\n')}`),
        signature: Buffer.from(fields.get('signature') ?? '', 'base64url'),
      })
    expect([isSigned(world.botId), isSigned(world.botId + 1)]).toEqual([true, false])
  })

  test.each([
    ['supergroup', () => GROUP],
    ['group', () => WEEKEND],
    ['private', (world: TelegramWorld) => directChat(world, ILYA, NEGAR)],
    ['private', () => NEGAR],
    ['sender', () => null],
  ])('signs the kind of chat of a direct link: %s', (expected, findChat) => {
    const world = makeWorld()
    const address = world.launch({
      ...CLIENT,
      accountId: NEGAR,
      source: 'direct-link',
      chatId: findChat(world),
      startParam: null,
    })
    const fields = new URLSearchParams(getHash(address).get('tgWebAppData') ?? '')
    expect(fields.get('chat_type')).toBe(expected)
  })

  test.each(['inline-button', 'menu'] as const)(
    'gives a launch from %s a query_id and no chat',
    (source) => {
      const address = makeWorld().launch({
        ...CLIENT,
        accountId: ADA,
        source,
        url: 'https://app.example/?x=1',
      })
      const initData = getHash(address).get('tgWebAppData') ?? ''
      expect(() => validate(initData, BOT_TOKEN, { expiresIn: 0 })).not.toThrow()
      const fields = new URLSearchParams(initData)
      expect(fields.get('query_id')).toMatch(/^AA/)
      expect(fields.has('chat_type')).toBe(false)
      expect(new URL(address).search).toBe('?x=1')
    },
  )

  test('gives a launch from a keyboard no initData', () => {
    const address = makeWorld().launch({
      ...CLIENT,
      accountId: ADA,
      source: 'keyboard',
      url: 'https://app.example/',
    })
    expect([...getHash(address).keys()]).toEqual([
      'tgWebAppVersion',
      'tgWebAppPlatform',
      'tgWebAppThemeParams',
    ])
  })

  test('sets allows_write_to_pm only for people who allowed it', () => {
    const world = makeWorld()
    const launch = {
      ...CLIENT,
      accountId: ADA,
      source: 'menu',
      url: 'https://app.example/',
    } as const
    expect(getHash(world.launch(launch)).get('tgWebAppData')).not.toContain('allows_write_to_pm')
    world.grantWriteAccess(ADA)
    expect(getHash(world.launch(launch)).get('tgWebAppData')).toContain('allows_write_to_pm')
  })

  test('sends an old client only the colours that it supports', () => {
    const launch = { accountId: ADA, source: 'menu', url: 'https://app.example/' } as const
    const world = makeWorld()
    const colours = (version: string) => {
      const params = getHash(world.launch({ ...CLIENT, ...launch, version })).get(
        'tgWebAppThemeParams',
      )
      return params?.match(/\w+_color/g)
    }
    expect(colours('6.0')).toHaveLength(6)
    expect(colours('7.6')).not.toContain('bottom_bar_bg_color')
    expect(colours('9.6')).toHaveLength(15)
  })
})
