import { beforeEach, expect, test } from 'vitest'
import { deleteMe } from '#shared/api/delete-me.ts'
import { getMe } from '#shared/api/get-me.ts'
import { updateMe } from '#shared/api/update-me.ts'
import type { Language } from '#shared/languages.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { createReadyServer, openApp } from '#tests/support/open-app.tsx'
import { ME, ok, refuse, USER } from '#tests/support/fake-api.ts'
import { createFakeTelegram, MEMBER_LAUNCH } from '#tests/support/fake-telegram.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { until } from '#tests/support/until.ts'

beforeEach(() => document.documentElement.removeAttribute('lang'))

const wordsOf = (language: Language) => loadMessages(language)

/** A server that remembers the choice. */
function createChoosingServer(chosen: Language | null = null) {
  const server = createReadyServer()
  const kept = { chosen }
  const user = () => ({ ...USER, language: kept.chosen ?? 'en', chosenLanguage: kept.chosen })
  server.on(getMe, () => ok({ ...ME, user: user() }))
  server.on(updateMe, ({ body }) => {
    if (isChoice(body)) kept.chosen = body.language
    return ok(user())
  })
  return { ...server, kept }
}

function isChoice(body: unknown): body is { language: Language | null } {
  return typeof body === 'object' && body !== null && 'language' in body
}

type Options = Parameters<typeof openApp>[0]

async function openLanguages(options: Options = {}) {
  const server = createChoosingServer()
  const app = openApp({ server, route: { screen: 'settings' }, ...options })
  const { settings } = await wordsOf('en')
  await until(() => expect(app.text()).toContain(settings.languageNote))
  app.press(settings.language)
  await until(() => expect(app.container.querySelector('dialog')).not.toBeNull())
  return { ...app, kept: server.kept, server }
}

function radios({ container }: { container: HTMLElement }) {
  return [...container.querySelectorAll<HTMLInputElement>('dialog input[type=radio]')]
}

function choose(app: { container: HTMLElement }, index: number): void {
  radios(app)[index]?.click()
}

test('the languages stand under “As in Telegram”, each by its own name, in its own voice and direction', async () => {
  const app = await openLanguages()
  const { settings } = await wordsOf('en')
  const labels = [...app.container.querySelectorAll('dialog label')]
  expect(labels.map(({ textContent }) => textContent)).toEqual([
    `${settings.languageAuto}English`,
    'EnglishEnglish',
    'РусскийRussian',
    'EspañolSpanish',
    'فارسیPersian',
  ])
  const persian = labels.at(-1)?.querySelector('[lang]')
  expect(persian?.getAttribute('lang')).toBe('fa')
  expect(persian?.getAttribute('dir')).toBe('rtl')
  expect(radios(app).map(({ checked }) => checked)).toEqual([true, false, false, false, false])
})

test('a choice is spoken at once, turns the page, and is kept here, on the server and for the next first paint', async () => {
  const app = await openLanguages()
  const { settings } = await wordsOf('fa')
  choose(app, 4)
  await until(() => expect(app.text()).toContain(settings.languageNote))
  expect(document.documentElement.lang).toBe('fa')
  expect(document.documentElement.dir).toBe('rtl')
  expect(app.container.querySelector('dialog')?.getAttribute('aria-label')).toBe(
    settings.languageTitle,
  )
  expect(radios(app)[4]?.checked).toBe(true)
  await until(() => expect(app.kept.chosen).toBe('fa'))
  expect(app.cookies.at(-1)).toContain('lang=fa;')

  choose(app, 0)
  await until(() => expect(document.documentElement.dir).toBe('ltr'))
  await until(() => expect(app.kept.chosen).toBeNull())
  expect(app.cookies.at(-1)).toContain('lang=en;')
})

test('“back” closes the languages and leaves the member in Settings', async () => {
  const app = await openLanguages()
  app.telegram.pressBack()
  await until(() => expect(app.container.querySelector('dialog')).toBeNull())
  expect(app.router.route.get()).toEqual({ screen: 'settings' })
})

test('a choice that could not be saved is spoken all the same, the failure is told, and it is saved later', async () => {
  const app = await openLanguages()
  const { problems } = await wordsOf('fa')
  app.server.on(updateMe, () => refuse('maintenance'))
  choose(app, 4)
  await until(() =>
    expect(app.container.querySelector('dialog')?.textContent).toContain(problems.maintenance),
  )
  expect(document.documentElement.lang).toBe('fa')
  expect(radios(app)[4]?.checked).toBe(true)
  expect(app.telegram.haptics).toContain('error')

  const server = createChoosingServer()
  const later = openApp({ server, device: app.device, route: { screen: 'settings' } })
  await until(() => expect(server.kept.chosen).toBe('fa'))
  await until(() => expect(document.documentElement.lang).toBe('fa'))
  expect(later.text()).not.toContain((await wordsOf('en')).settings.languageNote)
})

test('the choice holds on another device from the server’s first answer on', async () => {
  const server = createChoosingServer('fa')
  const app = openApp({ server, route: { screen: 'settings' } })
  await until(() => expect(app.cookies.at(-1)).toContain('lang=fa;'))
  await until(() => expect(document.documentElement.lang).toBe('fa'))
})

test('the choice holds on this device before the server answers', async () => {
  const device = createMemoryStorage()
  const first = openApp({ server: createChoosingServer('fa'), device })
  await until(() => expect(first.cookies.at(-1)).toContain('lang=fa;'))
  const silent = createReadyServer()
  silent.on(getMe, () => new Promise(() => {}))
  openApp({ server: silent, device, route: { screen: 'settings' } })
  document.documentElement.removeAttribute('lang')
  await until(() => expect(document.documentElement.lang).toBe('fa'))
})

test('another account on this device has its own', async () => {
  const device = createMemoryStorage()
  const first = openApp({ server: createChoosingServer('fa'), device })
  await until(() => expect(first.cookies.at(-1)).toContain('lang=fa;'))
  const launch = { ...MEMBER_LAUNCH, telegramId: '1002', languageCode: 'ru' }
  openApp({ server: createChoosingServer(), device, telegram: createFakeTelegram({ launch }) })
  await until(() => expect(document.documentElement.lang).toBe('ru'))
})

test('with storage that is full the choice is spoken and saved on the server', async () => {
  const device = createMemoryStorage()
  device.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const app = await openLanguages({ device })
  choose(app, 4)
  await until(() => expect(document.documentElement.lang).toBe('fa'))
  await until(() => expect(app.kept.chosen).toBe('fa'))
})

test('deleting everything takes the note from this browser, too', async () => {
  const app = await openLanguages()
  const { settings } = await wordsOf('es')
  choose(app, 3)
  await until(() => expect(app.cookies.at(-1)).toContain('lang=es;'))
  await until(() => expect(app.kept.chosen).toBe('es'))
  app.server.on(deleteMe, () => ({ status: 204 }))
  app.telegram.answers.push(true)
  app.press(settings.deleteAll)
  await until(() => expect(app.text()).toContain(settings.deleted.sentence))
  expect(app.cookies.at(-1)).toContain('lang=; path=/; max-age=0')
  expect(app.device.keys().filter((key) => key.includes('language'))).toEqual([])
})
