import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { updateMe } from '#shared/api/update-me.ts'
import type { Language } from '#shared/languages.ts'
import { ApiError } from '#client/api/api-error.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { loadFirstMessages } from '#client/i18n/load-first-messages.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import type { FirstMessages, Messages } from '#client/i18n/messages.ts'
import type { Speech } from '#client/i18n/use-speech.ts'
import { createLanguageChoice } from '#client/screens/state/language-choice.ts'
import { readLanguageMemory } from '#client/screens/state/language-memory.ts'
import type { Loading } from '#client/screens/state/loadable.ts'
import { createLanguages } from '#client/screens/state/language.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createGate } from '#tests/support/gate.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { until } from '#tests/support/until.ts'

type Setting = {
  first?: Language
  languageCode?: string | undefined
  chosen?: Language | null
  loadFirst?: (language: Language) => Promise<FirstMessages>
  load?: (language: Language) => Promise<Messages>
}

function setUpLanguages({
  first = 'en',
  languageCode = 'en',
  chosen = null,
  loadFirst = loadFirstMessages,
  load = loadMessages,
}: Setting = {}) {
  const languages = createLanguages({ first, languageCode, chosen, loadFirst, load })
  const spoken = () => {
    const speech = languages.speech.get()
    return speech.status === 'ready' ? speech.value.language : speech.status
  }
  const isWhole = () => {
    const speech = languages.speech.get()
    return speech.status === 'ready' && speech.value.isWhole
  }
  return { languages, spoken, isWhole }
}

async function speaks({ spoken }: { spoken: () => string }, language: Language): Promise<void> {
  await until(() => expect(spoken()).toBe(language))
}

test('Telegram’s language is spoken where nothing is chosen', async () => {
  const app = setUpLanguages({ languageCode: 'ru' })
  void app.languages.learn()
  await speaks(app, 'ru')
})

test('a choice that this device remembers counts more than Telegram', async () => {
  const app = setUpLanguages({ languageCode: 'ru', chosen: 'fa' })
  void app.languages.learn()
  await speaks(app, 'fa')
})

test('a language of Telegram’s that does not exist is English', async () => {
  const app = setUpLanguages({ first: 'ru', languageCode: 'xx-klingon' })
  void app.languages.learn()
  await speaks(app, 'en')
})

test('a choice is spoken without a reload', async () => {
  const app = setUpLanguages()
  void app.languages.learn()
  await app.languages.choose('fa')
  expect(app.spoken()).toBe('fa')
  await app.languages.choose(null)
  expect(app.spoken()).toBe('en')
})

test('of choices in a hurry the last is spoken, in whatever order their words arrive', async () => {
  const slow = createGate()
  const app = setUpLanguages({
    load: async (language) => {
      if (language === 'fa') await slow.passed
      return loadMessages(language)
    },
  })
  const first = app.languages.choose('fa')
  await app.languages.choose('es')
  slow.open()
  await first
  expect(app.spoken()).toBe('es')
})

test('the first screen speaks before the words of the others are here', async () => {
  const slow = createGate()
  const app = setUpLanguages({
    load: async (language) => {
      await slow.passed
      return loadMessages(language)
    },
  })
  const learned = app.languages.learn()
  await speaks(app, 'en')
  expect(app.isWhole()).toBe(false)
  slow.open()
  await learned
  expect(app.isWhole()).toBe(true)
})

test('where the words of the others do not arrive, that is told, and they are asked for again', async () => {
  const net = { isUp: false }
  const app = setUpLanguages({
    load: (language) => (net.isUp ? loadMessages(language) : Promise.reject(new Error('no chunk'))),
  })
  await expect(app.languages.learn()).rejects.toThrow('no chunk')
  expect([app.spoken(), app.isWhole()]).toEqual(['en', false])
  net.isUp = true
  await app.languages.learn()
  expect([app.spoken(), app.isWhole()]).toEqual(['en', true])
})

test('a wish whose words do not arrive leaves the page’s language, with all of its words', async () => {
  const app = setUpLanguages({
    languageCode: 'fa',
    load: (language) =>
      language === 'fa' ? Promise.reject(new Error('no chunk')) : loadMessages(language),
  })
  await app.languages.learn()
  expect([app.spoken(), app.isWhole()]).toEqual(['en', true])
})

test('a choice that is made meanwhile leaves no screen without words', async () => {
  const slow = createGate()
  const app = setUpLanguages({
    load: async (language) => {
      if (language === 'fa') await slow.passed
      return loadMessages(language)
    },
  })
  const learned = app.languages.learn()
  const chosen = app.languages.choose('fa')
  await learned
  expect([app.spoken(), app.isWhole()]).toEqual(['en', true])
  slow.open()
  await chosen
  expect([app.spoken(), app.isWhole()]).toEqual(['fa', true])
})

test('a language is not spoken before what else is on the screen can be said in it', async () => {
  const app = setUpLanguages()
  await app.languages.learn()
  const slow = createGate()
  const asked: Language[] = []
  const stop = app.languages.keep(async (language) => {
    asked.push(language)
    await slow.passed
  })
  const chosen = app.languages.choose('fa')
  await until(() => expect(asked).toEqual(['fa']))
  expect(app.spoken()).toBe('en')
  slow.open()
  await chosen
  expect(app.spoken()).toBe('fa')
  stop()
  await app.languages.choose('es')
  expect([app.spoken(), asked]).toEqual(['es', ['fa']])
})

test('what else is on the screen and does not arrive leaves the language that is spoken', async () => {
  const app = setUpLanguages()
  await app.languages.learn()
  app.languages.keep(() => Promise.reject(new Error('no chunk')))
  await expect(app.languages.choose('fa')).rejects.toThrow('no chunk')
  expect([app.spoken(), app.isWhole()]).toEqual(['en', true])
})

test('words that do not arrive leave the language that is spoken', async () => {
  const app = setUpLanguages({
    load: (language) =>
      language === 'fa' ? Promise.reject(new Error('no chunk')) : loadMessages(language),
  })
  await expect(app.languages.choose('fa')).rejects.toThrow('no chunk')
  expect(app.spoken()).toBe('en')
})

test('a first language that does not arrive gives way to the one that is wished', async () => {
  const app = setUpLanguages({
    languageCode: 'es',
    loadFirst: (language) =>
      language === 'en' ? Promise.reject(new Error('no chunk')) : loadFirstMessages(language),
  })
  void app.languages.learn()
  await speaks(app, 'es')
})

async function setUpChoice({ isOnline = true } = {}) {
  const server = await startAppServer()
  const storage = createUserStorage(createMemoryStorage(), '1001')
  const spoken: (Language | null)[] = []
  const words = { arrive: true }
  const speech = atom<Loading<Speech>>({ status: 'waiting' })
  const noted: (Language | null)[] = []
  const choice = createLanguageChoice({
    api: await server.signIn(),
    storage,
    languages: {
      first: 'en',
      speech,
      async choose(language) {
        if (!words.arrive) throw new Error('no chunk')
        spoken.push(language)
      },
    },
    note: (language) => void noted.push(language),
    isOnline: () => isOnline,
  })
  const speak = async (language: Language) =>
    speech.set({
      status: 'ready',
      value: { language, isWhole: true, messages: await loadMessages(language) },
    })
  return { server, storage, spoken, speak, noted, words, choice }
}

test('the next page is to come in the language that is spoken, unless the server guesses it anyway', async () => {
  const { speak, noted, choice } = await setUpChoice()
  await speak('en')
  expect(noted).toEqual([])
  await speak('fa')
  await speak('en')
  choice.forget()
  expect(noted).toEqual(['fa', 'en', null])
})

test('a choice is told to the server', async () => {
  const { server, storage, spoken, choice } = await setUpChoice()
  await choice.choose('fa')
  expect(server.sentTo(updateMe)).toMatchObject([{ body: { language: 'fa' } }])
  expect(spoken).toEqual(['fa'])
  expect(readLanguageMemory(storage)).toEqual({ chosen: 'fa', isTold: true })
})

test('a choice that the server could not be told is spoken, and told when it next answers', async () => {
  const { server, storage, spoken, choice } = await setUpChoice()
  const recover = server.refuse(updateMe, 'maintenance')
  await expect(choice.choose('fa')).rejects.toThrow(ApiError)
  expect(spoken).toEqual(['fa'])
  expect(readLanguageMemory(storage)).toEqual({ chosen: 'fa', isTold: false })

  recover()
  choice.asking()({ chosenLanguage: null })
  await until(() => expect(readLanguageMemory(storage)).toEqual({ chosen: 'fa', isTold: true }))
  expect(server.sentTo(updateMe).at(-1)).toMatchObject({ body: { language: 'fa' } })
  expect(spoken).toEqual(['fa'])
})

test.each([
  [true, 'server-unreachable'],
  [false, 'offline'],
] as const)('words that do not arrive: online %s is told as %s', async (isOnline, code) => {
  const { server, words, choice } = await setUpChoice({ isOnline })
  words.arrive = false
  await expect(choice.choose('fa')).rejects.toMatchObject({ code })
  expect(server.sentTo(updateMe)).toHaveLength(1)
})

test('a choice on another device is followed, and so is one that was taken back there', async () => {
  const { server, storage, spoken, choice } = await setUpChoice()
  choice.asking()({ chosenLanguage: 'es' })
  expect(spoken).toEqual(['es'])
  expect(readLanguageMemory(storage)).toEqual({ chosen: 'es', isTold: true })
  choice.asking()({ chosenLanguage: 'es' })
  choice.asking()({ chosenLanguage: null })
  expect(spoken).toEqual(['es', null])
  expect(server.sentTo(updateMe)).toEqual([])
})

test('an answer from before a choice, or from while it was told, does not undo it', async () => {
  const { spoken, choice } = await setUpChoice()
  const before = choice.asking()
  const told = choice.choose('fa')
  const meanwhile = choice.asking()
  await told
  before({ chosenLanguage: null })
  meanwhile({ chosenLanguage: null })
  expect(spoken).toEqual(['fa'])
  choice.asking()({ chosenLanguage: 'fa' })
  expect(spoken).toEqual(['fa'])
})

test('choices in a hurry are told one after the other, the last one last', async () => {
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
  expect(readLanguageMemory(storage)).toEqual({ chosen: null, isTold: true })
})

test('what this device remembers wrongly is as if it remembered nothing', () => {
  const storage = createUserStorage(createMemoryStorage(), '1001')
  for (const broken of ['fa', { chosen: 'xx', isTold: true }, { chosen: 'fa' }, null]) {
    storage.write('language', broken)
    expect(readLanguageMemory(storage)).toEqual({ chosen: null, isTold: true })
  }
})

test('a choice that was told does not hide that the one after it was not', async () => {
  const { server, storage, choice } = await setUpChoice()
  const release = server.hold(updateMe)
  const first = choice.choose('fa')
  await until(() => expect(server.sentTo(updateMe)).toHaveLength(1))
  const second = choice.choose('es')
  server.refuse(updateMe, 'maintenance')
  release()
  await expect(second).rejects.toThrow(ApiError)
  await first
  expect(readLanguageMemory(storage)).toEqual({ chosen: 'es', isTold: false })
})
