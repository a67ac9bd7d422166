import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { SPECIMENS } from '#demo/ui/specimens.tsx'
import { findAxeFaults } from '#tests/support/axe-faults.ts'
import type { DemoStage } from '#tests/support/demo-stage.ts'
import { test } from '#tests/support/e2e-test.ts'

async function openUi({ context, demo }: DemoStage, look: Record<string, string>): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${demo.messengerUrl}/ui?${new URLSearchParams(look)}`)
  await page.getByRole('heading', { name: 'Components' }).waitFor()
  return page
}

const choose = (page: Page, value: string) =>
  page.getByRole('radio', { name: value, exact: true }).check({ force: true })

/** What is wider than the page, by the component that contains it. */
const findTooWide = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement
    const wide = [...document.querySelectorAll('[data-component]')].filter((component) =>
      [...component.querySelectorAll('*')].some((element) => {
        const { left, right } = element.getBoundingClientRect()
        const isSeen = element.closest('.hidden, .icon') === null
        return isSeen && (left < -1 || right > clientWidth + 1)
      }),
    )
    return wide.map((component) => component.getAttribute('data-component'))
  })

const readPageLook = (page: Page) =>
  page.evaluate(() => {
    const { dataset, dir, lang, style } = document.documentElement
    const { platform, theme } = dataset
    return { platform, theme, dir, lang, size: style.fontSize }
  })

test('the page of components shows each of them in every theme, platform, direction, language and size', async ({
  sharedStage: stage,
}) => {
  const page = await openUi(stage, {})
  const shown = await page
    .locator('[data-component]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-component')))
  expect(new Set(shown)).toEqual(new Set(Object.keys(SPECIMENS)))

  await choose(page, 'android')
  await choose(page, 'night')
  await choose(page, 'rtl')
  await choose(page, 'fa')
  await choose(page, '200')
  const look = { platform: 'android', theme: 'dark', dir: 'rtl', lang: 'fa', size: '200%' }
  expect(await readPageLook(page)).toEqual(look)
  await page.reload()
  await page.getByRole('heading', { name: 'Components' }).waitFor()
  expect(await readPageLook(page)).toEqual(look)
  await page.close()
})

test.for(['day', 'night', 'unreadable', 'none'])(
  'every badge and pill can be read on a line that the pointer hovers over or presses, in the theme %s',
  async (theme, { sharedStage: stage }) => {
    const page = await openUi(stage, { theme })
    const marked = page.locator('.cell-press', { has: page.locator('.badge, .pill, .pill-mark') })
    const count = await marked.count()
    expect(count).toBeGreaterThanOrEqual(3)
    for (let at = 0; at < count; at += 1) {
      await marked.nth(at).hover()
      expect(await findAxeFaults(page.mainFrame())).toEqual([])
      await page.mouse.down()
      expect(await findAxeFaults(page.mainFrame())).toEqual([])
      await page.mouse.up()
    }
    await page.close()
  },
)

test('the sheet closes by its button and by Esc, and the toast comes and goes', async ({
  sharedStage: stage,
}) => {
  const page = await openUi(stage, { platform: 'macos' })
  const sheet = page.getByRole('dialog', { name: 'Linked wallets' })
  await page.getByRole('button', { name: 'Open the sheet' }).click()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open the sheet' }).click()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })

  const toast = page.locator('.toast')
  await page.getByRole('button', { name: 'Show or hide the toast' }).click()
  await toast.filter({ hasText: 'Signing costs nothing' }).waitFor()
  await page.getByRole('button', { name: 'Show or hide the toast' }).click()
  expect(await toast.textContent()).toBe('')
  await page.close()
})

test('no component is wider than a narrow page, with large text, in any language', async ({
  sharedStage: stage,
}) => {
  const page = await openUi(stage, { size: '200' })
  await page.setViewportSize({ width: 320, height: 588 })
  for (const platform of ['ios', 'android', 'tdesktop']) {
    await choose(page, platform)
    for (const language of ['en', 'ru', 'es', 'fa']) {
      await choose(page, language)
      await choose(page, language === 'fa' ? 'rtl' : 'ltr')
      expect([platform, language, await findTooWide(page)]).toEqual([platform, language, []])
    }
  }
  await page.close()
})

test('the page respects less motion, less transparency and forced colours of the system', async ({
  sharedStage: stage,
}) => {
  const page = await openUi(stage, { platform: 'ios' })
  const session = await stage.context.newCDPSession(page)
  const features = [
    { name: 'prefers-reduced-transparency', value: 'reduce' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
    { name: 'forced-colors', value: 'active' },
  ]
  await page.getByRole('button', { name: 'Open the sheet' }).click()
  const veil = () =>
    page
      .locator('.sheet')
      .evaluate((sheet) => getComputedStyle(sheet, '::backdrop').backgroundColor)
  expect(await veil()).toBe('rgba(0, 0, 0, 0.45)')
  await session.send('Emulation.setEmulatedMedia', { features: features.slice(0, 2) })
  await expect.poll(veil).toMatch(/^rgb\(/)
  const moving = await page.evaluate(() => document.getAnimations().length)
  expect(moving).toBe(0)
  await page.keyboard.press('Escape')

  await session.send('Emulation.setEmulatedMedia', { features })
  const code = page.locator('.qr')
  const colors = () =>
    code.evaluate((shown) => [
      getComputedStyle(shown).backgroundColor,
      getComputedStyle(shown).fill,
    ])
  await expect.poll(colors).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  await page.close()
})

/** The test of `readableTheme` computes the colours of texts for each theme and platform. */
const AXED = [
  ['day', 'ios'],
  ['night', 'android'],
  ['night', 'tdesktop'],
  ['unreadable', 'web'],
  ['none', 'browser'],
] as const

test('axe finds nothing on the page of components, even in an unreadable theme', async ({
  sharedStage: stage,
}) => {
  const page = await openUi(stage, {})
  for (const [theme, platform] of AXED) {
    await choose(page, theme)
    await choose(page, platform)
    expect([theme, platform, await findAxeFaults(page.mainFrame())]).toEqual([theme, platform, []])
  }
  await page.close()
}, 120_000)
