import { atom } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { updateMe } from '#shared/api/update-me.ts'
import type { Language } from '#shared/languages.ts'
import { ApiError } from '#client/api/api-error.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { load as loadFirstMessages } from 'virtual:messages/first'
import { loadMessages } from '#client/i18n/load-messages.ts'
import type { FirstMessages, AppMessages } from '#client/i18n/messages.ts'
import type { Localization } from '#client/i18n/use-localization.ts'
import { createLanguageChoice } from '#client/screens/language/language-choice.ts'
import { readLanguageMemory } from '#client/screens/language/language-memory.ts'
import type { PartState } from '#client/parts/part.ts'
import { createLanguages } from '#client/screens/language/language.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createGate } from '#tests/support/gate.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { until } from '#tests/support/until.ts'

type LanguageSetting = {
  first?: Language
  languageCode?: string | undefined
  chosen?: Language | null
  loadFirst?: (language: Language) => Promise<FirstMessages>
  load?: (language: Language) => Promise<AppMessages>
}

function setUpLanguages({
  first = 'en',
  languageCode = 'en',
  chosen = null,
  loadFirst = loadFirstMessages,
  load = loadMessages,
}: LanguageSetting = {}) {
  const languages = createLanguages({ first, languageCode, chosen, loadFirst, load })
  const shown = () => {
    const localization = languages.localization.get()
    return localization.status === 'ready' ? localization.value.language : localization.status
  }
  const isFull = () => {
    const localization = languages.localization.get()
    return localization.status === 'ready' && localization.value.isFull
  }
  return { languages, shown, isFull }
}

async function showsLanguage(
  { shown }: { shown: () => string },
  language: Language,
): Promise<void> {
  await until(() => expect(shown()).toBe(language))
}

/** Loads Persian only after this. */
const persianAfter = (arrival: Promise<unknown>) => async (language: Language) => {
  if (language === 'fa') await arrival
  return loadMessages(language)
}

test.each<[string, LanguageSetting, Language]>([
  ['Telegram’s language is used when nothing is chosen', { languageCode: 'ru' }, 'ru'],
  [
    'a choice that this device remembers counts more than Telegram’s language',
    { languageCode: 'ru', chosen: 'fa' },
    'fa',
  ],
  [
    'an unknown language of Telegram falls back to English',
    { first: 'ru', languageCode: 'xx-klingon' },
    'en',
  ],
])('%s', async (_, setting, language) => {
  const app = setUpLanguages(setting)
  void app.languages.loadMessages()
  await showsLanguage(app, language)
})

test('the last of several quick choices applies, in whatever order their messages arrive', async () => {
  const slow = createGate()
  const app = setUpLanguages({ load: persianAfter(slow.passed) })
  const first = app.languages.choose('fa')
  await app.languages.choose('es')
  slow.open()
  await first
  expect(app.shown()).toBe('es')
})

test('messages of the other screens that do not arrive are reported, and loaded again', async () => {
  const net = { isUp: false }
  const app = setUpLanguages({
    load: (language) => (net.isUp ? loadMessages(language) : Promise.reject(new Error('no chunk'))),
  })
  await expect(app.languages.loadMessages()).rejects.toThrow('no chunk')
  expect([app.shown(), app.isFull()]).toEqual(['en', false])
  net.isUp = true
  await app.languages.loadMessages()
  expect([app.shown(), app.isFull()]).toEqual(['en', true])
})

test('a choice during the load leaves no screen without messages', async () => {
  const slow = createGate()
  const app = setUpLanguages({ load: persianAfter(slow.passed) })
  const loaded = app.languages.loadMessages()
  const chosen = app.languages.choose('fa')
  await loaded
  expect([app.shown(), app.isFull()]).toEqual(['en', true])
  slow.open()
  await chosen
  expect([app.shown(), app.isFull()]).toEqual(['fa', true])
})

test('a language applies only after the other parts of the screen have their messages in it', async () => {
  const app = setUpLanguages()
  await app.languages.loadMessages()
  const slow = createGate()
  const asked: Language[] = []
  const stop = app.languages.keep(async (language) => {
    asked.push(language)
    await slow.passed
  })
  const chosen = app.languages.choose('fa')
  await until(() => expect(asked).toEqual(['fa']))
  expect(app.shown()).toBe('en')
  slow.open()
  await chosen
  expect(app.shown()).toBe('fa')
  stop()
  await app.languages.choose('es')
  expect([app.shown(), asked]).toEqual(['es', ['fa']])
})

test('the language stays when another part of the screen cannot load its messages', async () => {
  const app = setUpLanguages()
  await app.languages.loadMessages()
  app.languages.keep(() => Promise.reject(new Error('no chunk')))
  await expect(app.languages.choose('fa')).rejects.toThrow('no chunk')
  expect([app.shown(), app.isFull()]).toEqual(['en', true])
})

test('the wanted language replaces a first language that does not arrive', async () => {
  const app = setUpLanguages({
    languageCode: 'es',
    loadFirst: (language) =>
      language === 'en' ? Promise.reject(new Error('no chunk')) : loadFirstMessages(language),
  })
  void app.languages.loadMessages()
  await showsLanguage(app, 'es')
})

afterEach(() => void vi.restoreAllMocks())

async function setUpChoice() {
  const server = await startAppServer()
  const storage = createUserStorage(createMemoryStorage(), '1001')
  const shown: (Language | null)[] = []
  const messages = { arrive: true }
  const localization = atom<PartState<Localization>>({ status: 'waiting' })
  const noted: (Language | null)[] = []
  const choice = createLanguageChoice({
    api: await server.signIn(),
    storage,
    languages: {
      first: 'en',
      localization,
      async choose(language) {
        if (!messages.arrive) throw new Error('no chunk')
        shown.push(language)
      },
    },
    note: (language) => void noted.push(language),
  })
  const setLanguage = async (language: Language) =>
    localization.set({
      status: 'ready',
      value: { language, isFull: true, messages: await loadMessages(language) },
    })
  return { server, storage, shown, setLanguage, noted, messages, choice }
}

test('the next page is requested in the present language, unless the server guesses it anyway', async () => {
  const { setLanguage, noted, choice } = await setUpChoice()
  await setLanguage('en')
  expect(noted).toEqual([])
  await setLanguage('fa')
  await setLanguage('en')
  choice.forget()
  expect(noted).toEqual(['fa', 'en', null])
})

test.each([
  [true, 'server-unreachable'],
  [false, 'offline'],
] as const)('messages that do not arrive: online %s is reported as %s', async (isOnline, code) => {
  const { server, messages, choice } = await setUpChoice()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  messages.arrive = false
  await expect(choice.choose('fa')).rejects.toMatchObject({ code })
  expect(server.sentTo(updateMe)).toHaveLength(1)
})

test('a choice on another device applies here, and so does its withdrawal there', async () => {
  const { server, storage, shown, choice } = await setUpChoice()
  choice.withFreshChoice()({ chosenLanguage: 'es' })
  expect(shown).toEqual(['es'])
  expect(readLanguageMemory(storage)).toEqual({ chosen: 'es', isSaved: true })
  choice.withFreshChoice()({ chosenLanguage: 'es' })
  choice.withFreshChoice()({ chosenLanguage: null })
  expect(shown).toEqual(['es', null])
  expect(server.sentTo(updateMe)).toEqual([])
})

test('an answer from before a choice, or from the time of its saving, does not undo it', async () => {
  const { shown, choice } = await setUpChoice()
  const before = choice.withFreshChoice()
  const reported = choice.choose('fa')
  const meanwhile = choice.withFreshChoice()
  await reported
  before({ chosenLanguage: null })
  meanwhile({ chosenLanguage: null })
  expect(shown).toEqual(['fa'])
  choice.withFreshChoice()({ chosenLanguage: 'fa' })
  expect(shown).toEqual(['fa'])
})

test('quick choices are saved one after the other, the last one last', async () => {
  const { server, storage, choice } = await setUpChoice()
  const release = server.hold(updateMe)
  const choices = [choice.choose('fa'), choice.choose('es'), choice.choose(null)]
  await until(() => expect(server.sentTo(updateMe)).not.toEqual([]))
  expect(server.sentTo(updateMe)).toHaveLength(1)
  release()
  await Promise.all(choices)
  expect(server.sentTo(updateMe).map(({ body }) => body)).toEqual([
    { language: 'fa' },
    { language: 'es' },
    { language: null },
  ])
  expect(readLanguageMemory(storage)).toEqual({ chosen: null, isSaved: true })
})

test('an invalid stored choice counts as no choice', () => {
  const storage = createUserStorage(createMemoryStorage(), '1001')
  for (const broken of ['fa', { chosen: 'xx', isSaved: true }, { chosen: 'fa' }, null]) {
    storage.write('language', broken)
    expect(readLanguageMemory(storage)).toEqual({ chosen: null, isSaved: true })
  }
})

test('a saved choice does not hide that the next one was not saved', async () => {
  const { server, storage, choice } = await setUpChoice()
  const release = server.hold(updateMe)
  const first = choice.choose('fa')
  await until(() => expect(server.sentTo(updateMe)).toHaveLength(1))
  const second = choice.choose('es')
  server.refuse(updateMe, 'maintenance')
  release()
  await expect(second).rejects.toThrow(ApiError)
  await first
  expect(readLanguageMemory(storage)).toEqual({ chosen: 'es', isSaved: false })
})
