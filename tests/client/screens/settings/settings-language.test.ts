import { beforeEach, expect, test, vi } from 'vitest'
import { getMe } from '#shared/api/get-me.ts'
import { updateMe } from '#shared/api/update-me.ts'
import type { Language } from '#shared/languages.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { ILYA } from '#tests/support/people.ts'

beforeEach(() => document.documentElement.removeAttribute('lang'))

const getMessages = (language: Language) => loadMessages(language)

/** A member who has chosen this language on another device. */
async function startChosen(language: Language | null = null) {
  const server = await startAppServer()
  const { api } = await server.visit()
  if (language !== null) await api.call(updateMe, { body: { language } })
  /** The language that the server has stored. */
  const chosen = async () => (await api.call(getMe, {})).user.chosenLanguage
  return { server, chosen }
}

async function openLanguages(options: Parameters<typeof openMemberApp>[1] = {}) {
  const { server, chosen } = await startChosen()
  const app = openMemberApp(server, { route: { screen: 'settings' }, ...options })
  const { settings } = await getMessages('en')
  await app.sees(settings.languageNote)
  app.press(settings.language)
  await until(() => expect(app.container.querySelector('dialog')).not.toBeNull())
  return { ...app, real: server, chosen }
}

function radios({ container }: { container: HTMLElement }) {
  return [...container.querySelectorAll<HTMLInputElement>('dialog input[type=radio]')]
}

/** The server knows the choice. */
async function isSaved(
  { chosen }: { chosen: () => Promise<Language | null> },
  language: Language | null,
) {
  await vi.waitFor(async () => expect(await chosen()).toBe(language), {
    interval: 5,
    timeout: 10_000,
  })
}

function choose(app: { container: HTMLElement }, index: number): void {
  radios(app)[index]?.click()
}

test('the languages stand under “As in Telegram”, each by its own name, in its own language and direction', async () => {
  const app = await openLanguages()
  const { settings } = await getMessages('en')
  const labels = [...app.container.querySelectorAll('dialog label')]
  expect(labels.map(({ textContent }) => textContent)).toEqual([
    `${settings.languageAuto}English`,
    'English',
    'РусскийRussian',
    'EspañolSpanish',
    'فارسیPersian',
  ])
  const persian = labels.at(-1)?.querySelector('[lang]')
  expect(persian?.getAttribute('lang')).toBe('fa')
  expect(persian?.getAttribute('dir')).toBe('rtl')
  expect(radios(app).map(({ checked }) => checked)).toEqual([true, false, false, false, false])
})

test('a choice applies immediately, turns the page, and is saved here, on the server and for the next first paint', async () => {
  const app = await openLanguages()
  const { settings } = await getMessages('fa')
  choose(app, 4)
  await app.sees(settings.languageNote)
  expect(document.documentElement.lang).toBe('fa')
  expect(document.documentElement.dir).toBe('rtl')
  expect(app.container.querySelector('dialog')?.getAttribute('aria-label')).toBe(
    settings.languageTitle,
  )
  expect(radios(app)[4]?.checked).toBe(true)
  await isSaved(app, 'fa')
  expect(app.cookies.at(-1)).toContain('lang=fa;')

  choose(app, 0)
  await until(() => expect(document.documentElement.dir).toBe('ltr'))
  await isSaved(app, null)
  expect(app.cookies.at(-1)).toContain('lang=en;')
})

test('a choice that could not be saved applies, the failure is shown, and it is saved later', async () => {
  const app = await openLanguages()
  const { problems } = await getMessages('fa')
  const recover = app.real.refuse(updateMe, 'maintenance')
  choose(app, 4)
  await until(() =>
    expect(app.container.querySelector('dialog')?.textContent).toContain(problems.maintenance),
  )
  expect(document.documentElement.lang).toBe('fa')
  expect(radios(app)[4]?.checked).toBe(true)
  expect(app.telegram.haptics).toContain('error')

  recover()
  const later = openMemberApp(app.real, { device: app.device, route: { screen: 'settings' } })
  await isSaved(app, 'fa')
  await until(() => expect(document.documentElement.lang).toBe('fa'))
  expect(later.text()).not.toContain((await getMessages('en')).settings.languageNote)
})

test('the choice applies on another device from the server’s first answer on', async () => {
  const { server } = await startChosen('fa')
  const app = openMemberApp(server, { route: { screen: 'settings' } })
  await until(() => expect(app.cookies.at(-1)).toContain('lang=fa;'))
  await until(() => expect(document.documentElement.lang).toBe('fa'))
})

test('the choice applies on this device before the server answers', async () => {
  const device = createMemoryStorage()
  const { server } = await startChosen('fa')
  const first = openMemberApp(server, { device })
  await until(() => expect(first.cookies.at(-1)).toContain('lang=fa;'))
  server.hold(getMe)
  openMemberApp(server, { device, route: { screen: 'settings' } })
  document.documentElement.removeAttribute('lang')
  await until(() => expect(document.documentElement.lang).toBe('fa'))
})

test('another account on this device has its own choice', async () => {
  const device = createMemoryStorage()
  const { server } = await startChosen('fa')
  const first = openMemberApp(server, { device })
  await until(() => expect(first.cookies.at(-1)).toContain('lang=fa;'))
  const launch = server.launch({ ...ILYA, language_code: 'ru' })
  openMemberApp(server, { device, telegram: createFakeTelegram({ launch }) })
  await until(() => expect(document.documentElement.lang).toBe('ru'))
})

test('the choice applies and is saved on the server when the storage is full', async () => {
  const device = createMemoryStorage()
  device.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const app = await openLanguages({ device })
  choose(app, 4)
  await until(() => expect(document.documentElement.lang).toBe('fa'))
  await isSaved(app, 'fa')
})

test('deleting everything removes the cookie from this browser, too', async () => {
  const app = await openLanguages()
  const { settings } = await getMessages('es')
  choose(app, 3)
  await until(() => expect(app.cookies.at(-1)).toContain('lang=es;'))
  await isSaved(app, 'es')
  app.telegram.answers.push(true)
  app.press(settings.deleteAll)
  await app.sees(settings.deleted.sentence)
  expect(app.cookies.at(-1)).toContain('lang=; path=/; max-age=0')
  expect(app.device.keys().filter((key) => key.includes('language'))).toEqual([])
})
