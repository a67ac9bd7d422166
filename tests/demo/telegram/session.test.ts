import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createSession } from '#demo/telegram/host/mini-app/session.ts'
import type { SessionPorts } from '#demo/telegram/host/mini-app/session.ts'
import { createDialogs } from '#demo/telegram/host/store/dialogs.ts'

const EventSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ eventType: v.string(), eventData: v.unknown() }),
)

const PhoneSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ type: v.literal('clasp-demo-phone'), isVisible: v.boolean() }),
)

function openSession(client: Partial<ReturnType<SessionPorts['client']>> = {}) {
  const settings = {
    platform: 'ios',
    version: '9.6',
    theme: 'day',
    hasInsets: true,
    homeScreen: 'missed',
    opensFullscreen: false,
    secondLink: 'reopens',
    losesStartParam: false,
    ...client,
  } as const
  const dialogs = createDialogs()
  const told: v.InferOutput<typeof EventSchema>[] = []
  const did: string[] = []
  const noted: string[] = []
  const session = createSession({
    client: () => settings,
    ask: (dialog) => dialogs.ask(dialog),
    toast: (text) => did.push(`toast ${text}`),
    note: ({ kind, name, detail }) => {
      noted.push(detail)
      if (kind === 'haptic') did.push(`${name} ${detail}`)
    },
    openLink: (url) => did.push(`open ${url}`),
    openTelegramLink: (url) => did.push(`follow ${url}`),
    mayBotWrite: () => did.includes('granted'),
    grantWriteAccess: async () => void did.push('granted'),
    storage: { cloud: new Map(), device: new Map(), secure: new Map() },
    sendPrepared: async (preparedId) => {
      did.push(`send ${preparedId}`)
      return { outcome: 'sent' }
    },
    switchInline: (query, chatTypes) => did.push(`inline ${query} ${chatTypes.join()}`),
    putOnHomeScreen: () => did.push('on home screen'),
    close: () => did.push('close'),
  })
  session.connect({
    post(message) {
      const event = v.safeParse(EventSchema, message)
      if (event.success) told.push(event.output)
      else did.push(message)
    },
    size: () => ({ width: 390, height: 700 }),
  })
  const say = (eventType: string, eventData?: unknown) =>
    session.receive(JSON.stringify({ eventType, eventData }))
  return { session, dialogs, told, did, noted, say }
}

describe('the Mini App', () => {
  test('is told the theme, the size and the insets that it asks for', () => {
    const { told, say } = openSession()
    say('web_app_request_theme')
    say('web_app_request_viewport')
    say('web_app_request_safe_area')
    expect(told).toMatchObject([
      { eventType: 'theme_changed', eventData: { theme_params: { bg_color: '#ffffff' } } },
      { eventType: 'viewport_changed', eventData: { height: 700, is_state_stable: true } },
      { eventType: 'safe_area_changed', eventData: { top: 0, bottom: 34 } },
    ])
  })

  test('on macOS asks for theme and insets in vain', () => {
    const { told, say } = openSession({ platform: 'macos' })
    say('web_app_request_theme')
    say('web_app_request_safe_area')
    expect(told).toEqual([])
  })

  test('of a client older than the method is not heard', () => {
    const { session, told, say } = openSession({ version: '6.0' })
    say('web_app_setup_back_button', { is_visible: true })
    say('web_app_request_safe_area')
    say('web_app_setup_main_button', { is_visible: true, text: 'Go' })
    expect(session.state.get()).toMatchObject({ hasBackButton: false, mainButton: { text: 'Go' } })
    expect(told).toEqual([])
  })

  test('gets fullscreen once, with the insets of that mode', () => {
    const { told, say } = openSession()
    say('web_app_request_fullscreen')
    say('web_app_request_fullscreen')
    expect(told).toEqual([
      { eventType: 'fullscreen_changed', eventData: { is_fullscreen: true } },
      { eventType: 'safe_area_changed', eventData: { top: 54, bottom: 34, left: 0, right: 0 } },
      {
        eventType: 'content_safe_area_changed',
        eventData: { top: 46, bottom: 0, left: 0, right: 0 },
      },
      { eventType: 'fullscreen_failed', eventData: { error: 'ALREADY_FULLSCREEN' } },
    ])
  })

  test('learns which button of its popup was pressed, and of a dismissal', async () => {
    const { dialogs, told, say } = openSession()
    const popup = {
      title: 'Unlink?',
      message: 'It goes',
      buttons: [
        { id: 'no', type: 'cancel' },
        { id: 'yes', type: 'destructive', text: 'Unlink' },
      ],
    }
    say('web_app_open_popup', popup)
    expect(dialogs.current.get()?.buttons.map(({ text }) => text)).toEqual(['Cancel', 'Unlink'])
    dialogs.answer('1')
    say('web_app_open_popup', popup)
    dialogs.answer(null)
    await Promise.resolve()
    expect(told).toEqual([
      { eventType: 'popup_closed', eventData: { button_id: 'yes' } },
      { eventType: 'popup_closed', eventData: {} },
    ])
  })

  test('gets write access after a question, and then without one', async () => {
    const { dialogs, told, did, say } = openSession()
    say('web_app_request_write_access')
    dialogs.answer('allow')
    await expect.poll(() => told).toHaveLength(1)
    say('web_app_request_write_access')
    await expect.poll(() => told).toHaveLength(2)
    expect(did).toEqual(['granted'])
    expect(told[1]).toEqual({
      eventType: 'write_access_requested',
      eventData: { status: 'allowed' },
    })
  })

  test('keeps what it stores in the cloud', () => {
    const { told, say } = openSession()
    const invoke = (method: string, params: unknown) =>
      say('web_app_invoke_custom_method', { req_id: method, method, params })
    invoke('saveStorageValue', { key: 'a', value: '1' })
    invoke('getStorageValues', { keys: ['a', 'b'] })
    invoke('getStorageKeys', {})
    invoke('saveStorageValue', { key: 'not allowed', value: '1' })
    expect(told.map(({ eventData }) => eventData)).toEqual([
      { req_id: 'saveStorageValue', result: true },
      { req_id: 'getStorageValues', result: { a: '1', b: '' } },
      { req_id: 'getStorageKeys', result: ['a'] },
      { req_id: 'saveStorageValue', error: 'PARAMS_INVALID' },
    ])
  })

  test('closes at once, unless it asked for a confirmation', async () => {
    const { session, dialogs, did, say } = openSession()
    say('web_app_setup_closing_behavior', { need_confirmation: true })
    const refused = session.requestClose()
    dialogs.answer('stay')
    await refused
    expect(did).toEqual([])
    const confirmed = session.requestClose()
    dialogs.answer('close')
    await confirmed
    expect(did).toEqual(['close'])
  })

  test.each([
    ['ios', []],
    ['tdesktop', ['close']],
  ] as const)('on %s opens no custom scheme', (platform, outcome) => {
    const { did, say } = openSession({ platform })
    say('web_app_open_link', { url: 'tonkeeper://ton-connect' })
    expect(did).toEqual(outcome)
    say('web_app_open_link', { url: 'https://wallet.example/' })
    expect(did.at(-1)).toBe('open https://wallet.example/')
  })

  test('is hidden, and told so, while another app lies over Telegram', () => {
    const { session, told, did } = openSession()
    session.frontChanged(false)
    session.frontChanged(true)
    expect(told.map(({ eventData }) => eventData)).toEqual([
      { is_visible: false },
      { is_visible: true },
    ])
    expect(did.map((message) => v.parse(PhoneSchema, message).isVisible)).toEqual([false, true])
  })

  test('leaves no key of a pairing and no ticket in the journal', () => {
    const { noted, did, say } = openSession()
    const uri = encodeURIComponent('wc:ab@2?relay-protocol=irn&symKey=c0ffee')
    const links = [`https://link.metamask.io/wc?uri=${uri}`, 'https://app.example/#ticket=s-e_cret']
    for (const url of links) say('web_app_open_link', { url })
    expect(did).toEqual(links.map((link) => `open ${link}`))
    expect(noted.join()).toContain('https://link.metamask.io/wc?uri=wc')
    expect(noted.join()).toContain('https://app.example/')
    expect(noted.join()).not.toMatch(/c0ffee|e_cret/)
  })

  test.each([
    ['an object instead of text', { eventType: 'web_app_close' }],
    ['text that is not JSON', '{'],
    ['a number', 7],
    ['a method of nobody', '{"eventType":"web_app_fly"}'],
    ['a popup without buttons', '{"eventType":"web_app_open_popup","eventData":{"message":"a"}}'],
  ])('that posts %s changes nothing', (_name, message) => {
    const { session, told, did } = openSession()
    const before = session.state.get()
    session.receive(message)
    expect([session.state.get(), told, did]).toEqual([before, [], []])
  })
})
