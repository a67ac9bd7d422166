import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { exportMe } from '#shared/api/export-me.ts'
import { getMe } from '#shared/api/get-me.ts'
import { updateMe } from '#shared/api/update-me.ts'
import { type Language, LANGUAGES } from '#shared/languages.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

let server: TestServer
beforeEach(async () => void (server = await openTestServer()))

async function choose(token: string, language: Language | null) {
  const response = await server.call('PATCH', '/api/me', { token, body: { language } })
  return v.parse(updateMe.response, await response.json())
}

async function whoIs(token: string) {
  const response = await server.call('GET', '/api/me', { token })
  return v.parse(getMe.response, await response.json()).user
}

describe('the choice of a language', () => {
  test.each(LANGUAGES)(
    'the app and the bot use %s for the member from then on',
    async (language) => {
      const token = await server.signIn()
      expect(await choose(token, language)).toMatchObject({ language, chosenLanguage: language })
      expect(await whoIs(token)).toMatchObject({ language, chosenLanguage: language })
    },
  )

  test('the language that one member chose is no other member’s', async () => {
    await choose(await server.signIn(ADA), 'fa')
    expect(await whoIs(await server.signIn(ILYA))).toMatchObject({ chosenLanguage: null })
  })

  test('the export holds the choice', async () => {
    const token = await server.signIn()
    await choose(token, 'es')
    const response = await server.call('GET', '/api/export', { token })
    const { user } = v.parse(exportMe.response, await response.json())
    expect(user).toMatchObject({ language: 'es', chosenLanguage: 'es' })
  })

  test.each([
    ['a language that does not exist', { language: 'xx' }],
    ['a language of Telegram’s with a region', { language: 'ru-RU' }],
    ['a name of JavaScript’s own', { language: '__proto__' }],
    ['a language that is a number', { language: 1 }],
    ['a list of languages', { language: ['fa'] }],
    ['an empty language', { language: '' }],
    ['both things at once', { language: 'fa', mayMessage: true }],
    ['a further field', { language: 'fa', telegramId: '1' }],
    ['what the answer calls it', { chosenLanguage: 'fa' }],
    ['leave to write taken back', { mayMessage: false }],
    ['nothing', {}],
  ])('refuses %s and changes nothing', async (_name, body) => {
    const token = await server.signIn()
    await choose(token, 'es')
    const response = await server.call('PATCH', '/api/me', { token, body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'bad-request' })
    expect(await whoIs(token)).toMatchObject({ chosenLanguage: 'es', mayMessage: false })
  })
})

async function languageAt(path: string, headers: Record<string, string>) {
  const response = await server.app.request(path, { headers })
  return /<html lang="(\w+)"/.exec(await response.text())?.[1]
}

describe('the language of the first paint', () => {
  test.each([
    ['the cookie counts more than the browser’s wish', '/', 'lang=fa', 'ru', 'fa'],
    ['the cookie counts more than an earlier link of the bot', '/?lang=en', 'lang=fa', 'en', 'fa'],
    ['without a cookie the link counts', '/?lang=es', '', 'ru', 'es'],
    ['a link in an unknown language does not count', '/?lang=xx', '', 'ru', 'ru'],
    ['a link with an empty language does not count', '/?lang=', '', 'ru', 'ru'],
    ['a cookie in an unknown language does not count', '/', 'lang=xx', 'ru', 'ru'],
    ['a cookie with markup does not count', '/', 'lang="><script>', 'es', 'es'],
    ['a cookie that is encoded wrongly does not count', '/', 'lang=%E0%A4%A', 'es', 'es'],
    ['a cookie with a name of JavaScript’s own does not count', '/', 'lang=__proto__', 'es', 'es'],
    ['an enormous cookie does not count', '/', `lang=${'fa'.repeat(4_000)}`, 'es', 'es'],
    ['a cookie of another name does not count', '/', 'language=fa; xlang=fa', 'es', 'es'],
    ['the cookie is found among others', '/', 'a=1; lang=fa; b=2', 'es', 'fa'],
    ['the cookie that only https sets counts first', '/', 'lang=es; __Host-lang=fa', 'en', 'fa'],
    ['the browser’s strongest wish counts', '/', '', 'es;q=0.2, ru;q=0.9, en', 'en'],
    ['the order of the browser’s wishes does not count', '/', '', 'es;q=0.2, ru;q=0.9', 'ru'],
    ['a language that the browser refuses is not used', '/', '', 'fa;q=0, es;q=0.1', 'es'],
    ['a malformed wish of the browser does not count', '/', '', ';;q=x,,=', 'en'],
  ])('%s (%s)', async (_name, path, cookie, wanted, language) => {
    const headers = { 'accept-language': wanted, ...(cookie !== '' && { cookie }) }
    expect(await languageAt(path, headers)).toBe(language)
  })

  test('the answer says to caches that it depends on both', async () => {
    for (const path of ['/', '/privacy']) {
      const vary = (await server.app.request(path)).headers.get('vary') ?? ''
      expect(vary.toLowerCase()).toContain('accept-language')
      expect(vary.toLowerCase()).toContain('cookie')
    }
  })

  test('a legal page comes in the language of the link that led to it', async () => {
    const cookie = 'lang=fa'
    expect(await languageAt('/privacy?lang=es', { cookie })).toBe('es')
    expect(await languageAt('/privacy', { cookie })).toBe('fa')
  })

  test('the server itself sets no cookie', async () => {
    for (const path of ['/', '/?lang=fa', '/privacy']) {
      expect((await server.app.request(path)).headers.get('set-cookie')).toBeNull()
    }
  })
})
