import { expect, test } from 'vitest'
import { createTokenKey } from '#demo/telegram/id-token.ts'
import { keepKeys } from '#server/telegram-login/keep-keys.ts'

const JWKS_URI = 'https://telegram.example/jwks.json'
const DAY_MS = 24 * 3_600_000
const OPTIONS = { body: null, headers: {}, method: 'GET', redirect: 'manual' } as const
const serve = (body: string, status?: number) => () =>
  new Response(body, status === undefined ? {} : { status })
const jwksOf = (kid: string) => JSON.stringify({ keys: [createTokenKey(kid).jwk] })

test('the keys that Telegram served last count for a day while it serves none, and newer ones at once', async () => {
  let now = 0
  let answer = serve(jwksOf('one'))
  const ask = keepKeys(async () => answer(), { jwksUri: JWKS_URI, now: () => now })
  const getKeys = async () => (await ask(JWKS_URI, OPTIONS)).text()
  expect(await getKeys()).toContain('"one"')

  const outages = [
    () => {
      throw new TypeError('fetch failed')
    },
    serve('down', 503),
    serve('<html>'),
    serve('{"keys":[]}'),
  ]
  for (const outage of outages) {
    answer = outage
    expect(await getKeys()).toContain('"one"')
  }
  now += DAY_MS + 1
  await expect(getKeys()).rejects.toThrow('no keys')

  answer = serve(jwksOf('two'))
  expect(await getKeys()).toContain('"two"')
})

test('without keys of before, none is made up', async () => {
  const ask = keepKeys(async () => serve('<html>')(), { jwksUri: JWKS_URI, now: () => 0 })
  await expect(ask(JWKS_URI, OPTIONS)).rejects.toThrow('no keys')
})

test('addresses other than that of the keys are asked as they are', async () => {
  const ask = keepKeys(async (url) => new Response(url), { jwksUri: JWKS_URI, now: () => 0 })
  expect(await (await ask('https://telegram.example/token', OPTIONS)).text()).toContain('/token')
})
