import { beforeEach, describe, expect, test } from 'vitest'
import { getCard } from '#shared/api/get-card.ts'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { type Endpoint, getPath } from '#shared/api/endpoint.ts'
import { getCodePath } from '#shared/code-path.ts'
import { getMe } from '#shared/api/get-me.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { revokeCard } from '#shared/api/revoke-card.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADA, ILYA, ZEBULON } from '#tests/support/people.ts'
import { placeMultisig, start, tonMultisig } from '../multisig-harness.ts'
import { hostRequest, readCardCode, send } from '../requesting-harness.ts'

let server: TestServer
beforeEach(async () => void (server = await openTestServer()))

/** Ada asks for something with a link of each kind. */
async function makeLinks() {
  const ada = await server.signIn(ADA)
  const wallet = await linkWallet(server, ada)
  const cosigning = await start(server, ada, await placeMultisig(server, tonMultisig([1, 2])))
  return {
    ada,
    request: await hostRequest(server),
    card: await readCardCode(server, ada, wallet.id),
    cosigning: cosigning.code,
  }
}

const READS: Record<string, Endpoint> = { r: getRequest, c: getCard, m: getCosigning }

function getLinkPath(code: string): string {
  return getPath(READS[code.charAt(0)] ?? getMe, code)
}

describe('the answer to a launch', () => {
  test.each(['request', 'card', 'cosigning'] as const)(
    'brings the member and the %s of its link, as their own calls would give them',
    async (kind) => {
      const code = (await makeLinks())[kind]
      const { token, replies } = await server.open(ILYA, code)
      const paths = [getMe.path, getLinkPath(code)]
      expect(Object.keys(replies)).toEqual(paths)
      for (const path of paths) {
        const response = await server.call('GET', path, { token })
        const body: unknown = await response.json()
        expect(replies[path]).toEqual({ status: 200, body })
      }
    },
  )

  test.each(['request', 'card', 'cosigning'] as const)(
    'brings the screen of the %s as the account sees it: what is drawn is what is brought',
    async (kind) => {
      const code = (await makeLinks())[kind]
      const { picture, replies } = await server.open(ILYA, code)
      expect(picture?.path).toBe(getCodePath(code))
      const [, drawn = ''] = /^<p>(.*)<\/p>$/u.exec(picture?.html ?? '') ?? []
      expect(JSON.parse(drawn)).toMatchObject({ path: getCodePath(code), replies })
    },
  )

  test('attack: brings no screen of what the account may not see, and none of another code', async () => {
    const { ada, card } = await makeLinks()
    await send(server, revokeCard, { token: ada, id: card })
    for (const code of [card, `r1_${'a'.repeat(22)}`, 'hello', undefined])
      expect((await server.open(ILYA, code)).picture).toBeNull()
  })

  test('brings only the member where Telegram signed no code', async () => {
    expect(Object.keys((await server.open(ADA, 'hello')).replies)).toEqual([getMe.path])
  })

  test('brings a refusal that no retry changes', async () => {
    const { ada, card } = await makeLinks()
    await send(server, revokeCard, { token: ada, id: card })
    const { replies } = await server.open(ILYA, card)
    expect(replies[getLinkPath(card)]).toMatchObject({ status: 410, body: { code: 'card-gone' } })
  })

  test('attack: launches with guessed codes use up the look-ups of their account', async () => {
    const guess = `r1_${'z'.repeat(22)}`
    const statuses: (number | undefined)[] = []
    for (let tries = 0; tries < 25; tries += 1) {
      server.clock.now += 1_000
      const { replies } = await server.open(ZEBULON, guess)
      statuses.push(replies[getLinkPath(guess)]?.status)
    }
    expect(statuses[0]).toBe(404)
    expect(statuses.at(-1)).toBeUndefined()
  })

  test('attack: what a launch brings is its own account’s, whatever the link', async () => {
    const { card } = await makeLinks()
    const text = JSON.stringify((await server.open(ILYA, card)).replies[getMe.path])
    expect(text).not.toContain('Ada')
    expect(text).toContain('"wallets":[]')
  })
})
