import { describe, expect, test, vi } from 'vitest'
import {
  isAsked,
  launchInVirtualTime,
  launchTelegram,
  QUESTION,
} from '#tests/support/launch-telegram.ts'
import type { TestMessenger } from '#tests/support/test-messenger.ts'
import { until } from '#tests/support/until.ts'

const settled = () => Promise.resolve()

const POPUP = 'web_app_open_popup'

describe('a question', () => {
  test.each([
    [{ button_id: 'confirm' }, true],
    [{ button_id: 'cancel' }, false],
    [{}, false],
    [undefined, false],
    ['confirm', false],
    [{ button_id: 7 }, false],
  ])('takes only the id of its confirm button as a yes: %o', async (data, expected) => {
    const { telegram, messenger } = await launchInVirtualTime()
    const answer = telegram.ask(QUESTION)
    await isAsked(messenger, POPUP)
    await vi.advanceTimersByTimeAsync(900)
    messenger.emit('popup_closed', data)
    expect(await answer).toBe(expected)
    expect(telegram.question.get()).toBe(null)
    expect(messenger.getData(POPUP)).toMatchObject([
      { title: 'Unlink?', buttons: [{ type: 'destructive', text: 'Unlink' }, { text: 'Keep' }] },
    ])
  })

  test('a member may take many minutes to answer', async () => {
    const { telegram, messenger } = await launchInVirtualTime()
    const answer = telegram.ask(QUESTION)
    await isAsked(messenger, POPUP)
    await vi.advanceTimersByTimeAsync(59 * 60_000)
    messenger.emit('popup_closed', { button_id: 'confirm' })
    expect(await answer).toBe(true)
  })

  test('a question is declined while another question is open', async () => {
    const { telegram, messenger } = await launchInVirtualTime()
    const first = telegram.ask(QUESTION)
    await isAsked(messenger, POPUP)
    expect(await telegram.ask(QUESTION)).toBe(false)
    await vi.advanceTimersByTimeAsync(900)
    messenger.emit('popup_closed', { button_id: 'confirm' })
    expect(await first).toBe(true)
  })

  test('moves to the page when the client closes the popup before the member can read it', async () => {
    const { telegram, messenger } = await launchInVirtualTime({ platform: 'weba' })
    const answer = telegram.ask(QUESTION)
    await isAsked(messenger, POPUP)
    messenger.emit('popup_closed', {})
    await vi.advanceTimersByTimeAsync(1)
    expect(telegram.question.get()?.question).toEqual(QUESTION)
    telegram.question.get()?.answer(true)
    expect(await answer).toBe(true)
  })

  test.each([
    ['the page', () => window.dispatchEvent(new Event('pointerdown'))],
    ['a button by a key', () => window.dispatchEvent(new Event('click'))],
    ['“back”', (messenger: TestMessenger) => messenger.emit('back_button_pressed')],
    ['the main button', (messenger: TestMessenger) => messenger.emit('main_button_pressed')],
    ['the second button', (messenger: TestMessenger) => messenger.emit('secondary_button_pressed')],
    ['“Settings”', (messenger: TestMessenger) => messenger.emit('settings_button_pressed')],
  ])(
    'moves to the page when the client never shows it and the member presses %s',
    async (_, press) => {
      const { telegram, messenger } = await launchInVirtualTime()
      const answer = telegram.ask(QUESTION)
      await isAsked(messenger, POPUP)
      press(messenger)
      await vi.advanceTimersByTimeAsync(900)
      expect(telegram.question.get()).toBe(null)
      await vi.advanceTimersByTimeAsync(200)
      press(messenger)
      await vi.advanceTimersByTimeAsync(1)
      telegram.question.get()?.answer(true)
      expect(await answer).toBe(true)
    },
  )

  test('a question is asked on the page where the client has no popup, one at a time', async () => {
    const { telegram, messenger } = await launchInVirtualTime({ version: '6.1' })
    const answer = telegram.ask(QUESTION)
    await until(() => expect(telegram.question.get()).not.toBeNull())
    expect(await telegram.ask(QUESTION)).toBe(false)
    telegram.question.get()?.answer(true)
    expect(await answer).toBe(true)
    expect(telegram.question.get()).toBe(null)
    expect(messenger.getData(POPUP)).toEqual([])
  })
})

describe('the home screen', () => {
  test.each([
    ['missed', true],
    ['unknown', true],
    ['added', false],
    ['unsupported', false],
    [7, false],
  ])('a home screen with the status %s can get the app: %s', async (status, can) => {
    const { telegram } = await launchInVirtualTime({
      answers: { web_app_check_home_screen: { event: 'home_screen_checked', data: { status } } },
    })
    expect(await telegram.canAddToHomeScreen()).toBe(can)
  })

  test('counts as unavailable when the client never answers', async () => {
    const { telegram, messenger } = await launchInVirtualTime({ platform: 'web', version: '9.0' })
    const can = telegram.canAddToHomeScreen()
    await isAsked(messenger, 'web_app_check_home_screen')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await can).toBe(false)
  })

  test('the home screen is not queried before version 8.0', async () => {
    const { telegram, messenger } = await launchInVirtualTime({ version: '7.10' })
    expect(await telegram.canAddToHomeScreen()).toBe(false)
    expect(await telegram.addToHomeScreen()).toBe(false)
    expect(messenger.posted.filter(({ method }) => method.includes('home_screen'))).toEqual([])
  })

  test.each([
    ['home_screen_added', true],
    ['home_screen_failed', false],
  ])('reports the result of %s', async (event, expected) => {
    const { telegram } = await launchInVirtualTime({
      answers: { web_app_add_to_home_screen: { event, data: undefined } },
    })
    expect(await telegram.addToHomeScreen()).toBe(expected)
  })
})

describe('closing', () => {
  test('needs a confirmation and ignores swipes until the last guard is released', async () => {
    const { telegram, messenger } = await launchTelegram()
    await settled()
    const [first, second] = [telegram.guardClosing(), telegram.guardClosing()]
    await settled()
    first()
    first()
    await settled()
    second()
    await settled()
    expect(messenger.getData('web_app_setup_closing_behavior')).toEqual([
      { need_confirmation: true },
      { need_confirmation: false },
    ])
    expect(messenger.getData('web_app_setup_swipe_behavior')).toEqual([
      { allow_vertical_swipe: false },
      { allow_vertical_swipe: true },
    ])
  })

  test('stays guarded between two screens of an attempt without another call to the client', async () => {
    const { telegram, messenger } = await launchTelegram()
    const release = telegram.guardClosing()
    await settled()
    release()
    telegram.guardClosing()
    await settled()
    expect(messenger.getData('web_app_setup_closing_behavior')).toEqual([
      { need_confirmation: true },
    ])
  })

  test('the guard of closing is released after a reload when the former page had set it', async () => {
    vi.stubGlobal('performance', { now: () => 0, getEntriesByType: () => [{ type: 'reload' }] })
    const { messenger } = await launchTelegram()
    await settled()
    expect(messenger.getData('web_app_setup_closing_behavior')).toEqual([
      { need_confirmation: false },
    ])
    expect(messenger.getData('web_app_setup_swipe_behavior')).toEqual([
      { allow_vertical_swipe: true },
    ])
  })

  test('leaves swipes alone in clients before version 7.7', async () => {
    const { telegram, messenger } = await launchTelegram({ version: '7.6' })
    telegram.guardClosing()
    await settled()
    expect(messenger.getData('web_app_setup_swipe_behavior')).toEqual([])
    expect(messenger.getData('web_app_setup_closing_behavior')).toHaveLength(1)
  })
})
