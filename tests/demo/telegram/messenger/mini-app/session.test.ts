import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createSession } from '#demo/telegram/messenger/mini-app/session.ts'
import type { SessionPorts } from '#demo/telegram/messenger/mini-app/session-context.ts'
import { createDialogs } from '#demo/telegram/messenger/mini-app/dialogs.ts'

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

const POPUP = { message: 'Sure?', buttons: [{ id: 'yes', type: 'ok' }] }

/** Dismisses the popup and waits until the client has processed that. */
async function dismiss(dialogs: ReturnType<typeof createDialogs>): Promise<void> {
  dialogs.answer(null)
  await new Promise((resolve) => setTimeout(resolve))
}

function openSession(client: Partial<ReturnType<SessionPorts['client']>> = {}) {
  const settings = {
    platform: 'ios',
    version: '9.6',
    theme: 'day',
    hasInsets: true,
    homeScreen: 'missed',
    opensFullscreen: false,
    hasShell: false,
    secondLink: 'reopens',
    losesStartParam: false,
    ...client,
  } as const
  const dialogs = createDialogs()
  const reported: v.InferOutput<typeof EventSchema>[] = []
  const did: string[] = []
  const noted: string[] = []
  const clock = { now: 60_000 }
  const front: { other: string | null } = { other: null }
  const session = createSession({
    client: () => settings,
    now: () => clock.now,
    ask: (dialog) => dialogs.ask(dialog),
    toast: (text) => did.push(`toast ${text}`),
    note: ({ kind, name, detail }) => {
      noted.push(detail)
      if (kind === 'haptic') did.push(`${name} ${detail}`)
    },
    openLink: (url) => did.push(`open ${url}`),
    openTelegramLink: (url) => did.push(`follow ${url}`),
    otherInFront: () => front.other,
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
      if (event.success) reported.push(event.output)
      else did.push(message)
    },
    size: () => ({ width: 390, height: 700 }),
  })
  const call = (eventType: string, eventData?: unknown) =>
    session.receive(JSON.stringify({ eventType, eventData }))
  const write = (eventType: string, eventData?: unknown) => {
    session.tapped()
    call(eventType, eventData)
  }
  /** `write`: inside a tap. `call`: without one. */
  return { session, dialogs, reported, did, noted, clock, front, write, call }
}

describe('the client of a Mini App', () => {
  test('answers requests for theme, size and insets', () => {
    const { reported, write } = openSession()
    write('web_app_request_theme')
    write('web_app_request_viewport')
    write('web_app_request_safe_area')
    expect(reported).toMatchObject([
      { eventType: 'theme_changed', eventData: { theme_params: { bg_color: '#ffffff' } } },
      { eventType: 'viewport_changed', eventData: { height: 700, is_state_stable: true } },
      { eventType: 'safe_area_changed', eventData: { top: 0, bottom: 34 } },
    ])
  })

  test('does not answer requests for theme and insets on macOS', () => {
    const { reported, write } = openSession({ platform: 'macos' })
    write('web_app_request_theme')
    write('web_app_request_safe_area')
    expect(reported).toEqual([])
  })

  test('ignores a method that is newer than the client', () => {
    const { session, reported, write } = openSession({ version: '6.0' })
    write('web_app_setup_back_button', { is_visible: true })
    write('web_app_request_safe_area')
    write('web_app_setup_main_button', { is_visible: true, text: 'Go' })
    expect(session.state.get()).toMatchObject({ hasBackButton: false, mainButton: { text: 'Go' } })
    expect(reported).toEqual([])
  })

  test('enters fullscreen once, with the insets of that mode', () => {
    const { reported, write } = openSession()
    write('web_app_request_fullscreen')
    write('web_app_request_fullscreen')
    expect(reported).toEqual([
      { eventType: 'fullscreen_changed', eventData: { is_fullscreen: true } },
      { eventType: 'safe_area_changed', eventData: { top: 54, bottom: 34, left: 0, right: 0 } },
      {
        eventType: 'content_safe_area_changed',
        eventData: { top: 46, bottom: 0, left: 0, right: 0 },
      },
      { eventType: 'fullscreen_failed', eventData: { error: 'ALREADY_FULLSCREEN' } },
    ])
  })

  test('reports the pressed button of a popup, or its dismissal', async () => {
    const { dialogs, reported, write } = openSession()
    const popup = {
      title: 'Unlink?',
      message: 'It goes',
      buttons: [
        { id: 'no', type: 'cancel' },
        { id: 'yes', type: 'destructive', text: 'Unlink' },
      ],
    }
    write('web_app_open_popup', popup)
    expect(dialogs.current.get()?.buttons.map(({ text }) => text)).toEqual(['Cancel', 'Unlink'])
    dialogs.answer('1')
    write('web_app_open_popup', popup)
    await dismiss(dialogs)
    expect(reported).toEqual([
      { eventType: 'popup_closed', eventData: { button_id: 'yes' } },
      { eventType: 'popup_closed', eventData: {} },
    ])
  })

  test('grants write access after a question, and later without one', async () => {
    const { dialogs, reported, did, write } = openSession()
    write('web_app_request_write_access')
    dialogs.answer('allow')
    await expect.poll(() => reported).toHaveLength(1)
    write('web_app_request_write_access')
    await expect.poll(() => reported).toHaveLength(2)
    expect(did).toEqual(['granted'])
    expect(reported[1]).toEqual({
      eventType: 'write_access_requested',
      eventData: { status: 'allowed' },
    })
  })

  test('stores values in the cloud storage', () => {
    const { reported, write } = openSession()
    const invoke = (method: string, params: unknown) =>
      write('web_app_invoke_custom_method', { req_id: method, method, params })
    invoke('saveStorageValue', { key: 'a', value: '1' })
    invoke('getStorageValues', { keys: ['a', 'b'] })
    invoke('getStorageKeys', {})
    invoke('saveStorageValue', { key: 'not allowed', value: '1' })
    expect(reported.map(({ eventData }) => eventData)).toEqual([
      { req_id: 'saveStorageValue', result: true },
      { req_id: 'getStorageValues', result: { a: '1', b: '' } },
      { req_id: 'getStorageKeys', result: ['a'] },
      { req_id: 'saveStorageValue', error: 'PARAMS_INVALID' },
    ])
  })

  test('closes the Mini App immediately unless it requested a confirmation', async () => {
    const { session, dialogs, did, write } = openSession()
    write('web_app_setup_closing_behavior', { need_confirmation: true })
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
  ] as const)('refuses a custom scheme on %s', (platform, outcome) => {
    const { did, write } = openSession({ platform })
    write('web_app_open_link', { url: 'tonkeeper://ton-connect' })
    expect(did).toEqual(outcome)
    write('web_app_open_link', { url: 'https://wallet.example/' })
    expect(did.at(-1)).toBe('open https://wallet.example/')
  })

  test('hides the Mini App and notifies it while another app lies over Telegram', () => {
    const { session, reported, did } = openSession()
    session.frontChanged(false)
    session.frontChanged(true)
    expect(reported.map(({ eventData }) => eventData)).toEqual([
      { is_visible: false },
      { is_visible: true },
    ])
    expect(did.map((message) => v.parse(PhoneSchema, message).isVisible)).toEqual([false, true])
  })

  test.each([
    ['weba', 5_000, 2],
    ['web', 5_000, 2],
    ['ios', 10_000, 1],
    ['android', 10_000, 1],
    ['macos', 10_000, 1],
  ] as const)('opens links on %s for %d ms after a tap, %d for each tap', (platform, ms, count) => {
    const { session, did, clock, call } = openSession({ platform })
    const open = () => call('web_app_open_link', { url: 'https://wallet.example/' })
    open()
    expect(did).toEqual([])
    session.tapped()
    clock.now += ms
    open()
    open()
    expect(did).toHaveLength(count)
    session.tapped()
    clock.now += ms + 1
    open()
    expect(did).toHaveLength(count)
  })

  test('opens links on a computer without a tap', () => {
    const { did, call } = openSession({ platform: 'tdesktop' })
    call('web_app_open_link', { url: 'https://wallet.example/' })
    expect(did).toHaveLength(1)
  })

  test.each(['android', 'ios'] as const)('shares on %s one message for each tap', (platform) => {
    const { did, session, call } = openSession({ platform })
    const share = () => call('web_app_send_prepared_message', { id: '1' })
    share()
    session.tapped()
    share()
    call('web_app_open_tg_link', { path_full: '/clasp_bot' })
    share()
    expect(did).toEqual(['send 1'])
    session.buttonPressed('main_button_pressed')
    call('web_app_open_tg_link', { path_full: '/clasp_bot' })
    expect(did).toEqual(['send 1', 'follow https://t.me/clasp_bot'])
  })

  test.each([
    ['weba', [{}, {}, {}, {}]],
    ['web', [{}, {}, {}, {}]],
    ['android', [{}, {}, {}]],
    ['ios', [{}, {}, {}]],
  ] as const)('answers on %s to four popups in a row with %j', async (platform, received) => {
    const { dialogs, reported, clock, write } = openSession({ platform })
    for (let count = 0; count < 4; count += 1) {
      write('web_app_open_popup', POPUP)
      if (count < 3) await dismiss(dialogs)
      clock.now += 100
    }
    expect(reported.map(({ eventData }) => eventData)).toEqual(received)
    expect(dialogs.current.get() === null).toBe(platform !== 'ios')
    clock.now += 3_000
    write('web_app_open_popup', POPUP)
    expect(dialogs.current.get()).not.toBeNull()
  })

  test.each([
    ['weba', 1],
    ['web', 0],
    ['android', 0],
  ] as const)(
    'answers on %s to a second popup over the first with %d events',
    (platform, count) => {
      const { reported, write } = openSession({ platform })
      write('web_app_open_popup', POPUP)
      write('web_app_open_popup', POPUP)
      expect(reported).toHaveLength(count)
    },
  )

  test('refuses write access on Android while a popup is open', () => {
    const { reported, write } = openSession({ platform: 'android' })
    write('web_app_open_popup', POPUP)
    write('web_app_request_write_access')
    expect(reported).toEqual([
      { eventType: 'write_access_requested', eventData: { status: 'cancelled' } },
    ])
  })

  test('sends the answer to a wallet’s dialog to the Mini App behind it in Web A', async () => {
    const { dialogs, reported, did, front, write } = openSession({ platform: 'weba' })
    front.other = 'Wallet'
    write('web_app_request_write_access')
    expect(dialogs.current.get()?.message).toBe('Do you allow Wallet to write to you?')
    dialogs.answer('allow')
    await expect.poll(() => reported).toMatchObject([{ eventData: { status: 'allowed' } }])
    expect(did).toEqual([])
  })

  test('does not answer requests for size and insets in Web K, and for size on macOS', () => {
    for (const platform of ['web', 'macos'] as const) {
      const { reported, write } = openSession({ platform })
      write('web_app_request_viewport')
      write('web_app_request_safe_area')
      write('web_app_request_content_safe_area')
      expect(reported).toEqual(
        platform === 'web' ? [] : [{ eventType: 'viewport_changed', eventData: null }],
      )
    }
  })

  test('writes no pairing key and no ticket into the journal', () => {
    const { noted, did, write } = openSession()
    const uri = encodeURIComponent('wc:ab@2?relay-protocol=irn&symKey=c0ffee')
    const links = [`https://link.metamask.io/wc?uri=${uri}`, 'https://app.example/#ticket=s-e_cret']
    for (const url of links) write('web_app_open_link', { url })
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
  ])('ignores a posted message that is %s', (_name, message) => {
    const { session, reported, did } = openSession()
    const before = session.state.get()
    session.receive(message)
    expect([session.state.get(), reported, did]).toEqual([before, [], []])
  })
})
