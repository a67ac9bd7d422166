import { describe, expect, test, vi } from 'vitest'
import { launchTelegram } from '#tests/support/launch-telegram.ts'
import { DARK_THEME, LIGHT_THEME } from '#tests/support/test-messenger.ts'

const settled = () => Promise.resolve()
const GO = { text: 'Go', enabled: true, busy: false }

describe.each([
  ['main', 'showMainButton'],
  ['secondary', 'showSecondaryButton'],
] as const)('the %s button', (name, show) => {
  const method = `web_app_setup_${name}_button`
  const pressed = `${name}_button_pressed`

  test('shows its state and can be pressed, unless it is busy or hidden', async () => {
    const { telegram, messenger } = await launchTelegram()
    const onPress = vi.fn()
    const button = telegram[show](GO, onPress)
    await settled()
    messenger.emit(pressed)
    button.update({ text: 'Go', enabled: true, busy: true })
    await settled()
    messenger.emit(pressed)
    button.hide()
    await settled()
    messenger.emit(pressed)
    expect(onPress).toHaveBeenCalledTimes(1)
    expect(messenger.getData(method)).toMatchObject([
      { is_visible: false },
      { is_visible: true, is_active: true, is_progress_visible: false, text: 'Go' },
      { is_visible: true, is_active: false, is_progress_visible: true, text: 'Go' },
      { is_visible: false },
    ])
  })

  test('gives a text in Persian its direction, and no other', async () => {
    const { telegram, messenger } = await launchTelegram()
    const shown = []
    for (const text of ['پاسخ با UQDC…c6_t', '«پاسخ»', 'Ответить', 'Answer']) {
      telegram[show]({ ...GO, text }, () => {})
      await settled()
      shown.push(messenger.getData(method).at(-1))
    }
    expect(shown).toMatchObject([
      { text: '\u2067پاسخ با UQDC…c6_t\u2069' },
      { text: '\u2067«پاسخ»\u2069' },
      { text: 'Ответить' },
      { text: 'Answer' },
    ])
  })

  test('ignores updates from the former screen', async () => {
    const { telegram, messenger } = await launchTelegram()
    const former = telegram[show](GO, () => {})
    telegram[show]({ ...GO, text: 'Next' }, () => {})
    former.update({ ...GO, text: 'Old' })
    former.hide()
    await settled()
    expect(messenger.getData(method)).toMatchObject([{ is_visible: false }, { text: 'Next' }])
  })

  test('takes the page’s colours, and the new ones when the theme changes', async () => {
    const { telegram, messenger } = await launchTelegram({ theme: JSON.stringify(LIGHT_THEME) })
    telegram[show](GO, () => {})
    await settled()
    const before = JSON.stringify(messenger.getData(method).at(-1))
    messenger.emit('theme_changed', { theme_params: { ...DARK_THEME, button_color: '#5288c1' } })
    await settled()
    const after = JSON.stringify(messenger.getData(method).at(-1))
    const colors = /"color":"#[\da-f]{6}","text_color":"#[\da-f]{6}"/
    expect(before).toMatch(colors)
    expect(after).toMatch(colors)
    expect(after).not.toEqual(before)
  })
})

test('the secondary button stands under the main one, whatever their labels are', async () => {
  const { telegram, messenger } = await launchTelegram()
  telegram.showSecondaryButton(GO, () => {})
  await settled()
  expect(messenger.getData('web_app_setup_secondary_button').at(-1)).toMatchObject({
    position: 'bottom',
  })
})

test.each([
  ['7.9', false],
  ['7.10', true],
  ['12.34', true],
])('a client of version %s has a secondary button: %s', async (version, has) => {
  const { telegram, messenger } = await launchTelegram({ version })
  expect(telegram.hasSecondaryButton).toBe(has)
  telegram.showSecondaryButton(GO, () => {})
  await settled()
  expect(messenger.getData('web_app_setup_secondary_button').length > 0).toBe(has)
})
