import { beforeEach, describe, expect, test } from 'vitest'
import { share } from '#shared/api/share.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import {
  getBody,
  readCardCode,
  enterGroup,
  hostRequest,
  HOUR_S,
  made,
  getProblem,
  send,
} from '../requesting-harness.ts'
import { placeMultisig, start, tonMultisig } from '../multisig-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

let server: TestServer
let ada: string
let ilya: string

beforeEach(async () => {
  server = await openTestServer({ adminIds: new Set([String(ADA.id)]) })
  ada = await server.signIn(ADA)
  ilya = await server.signIn(ILYA)
})

const shared = (token: string, code: string) => send(server, share, { token, body: { code } })

const sharedCard = async (token: string, seed = 1) => {
  const wallet = await linkWallet(server, token, seed)
  return { wallet, code: await readCardCode(server, token, wallet.id) }
}

/** A cosigning for a TON multisig; this member's wallet is one of its signers. */
const collected = async (token: string, seed: number) => {
  await linkWallet(server, token, seed)
  return start(server, token, await placeMultisig(server, tonMultisig([seed, 2, 3])))
}

describe('a member', () => {
  test('shares an own cosigning by its link, and a message that the bot has prepared of it', async () => {
    const { code, url } = await collected(ilya, 1)
    expect(await getBody(await shared(ilya, code), share)).toEqual({
      url,
      preparedMessageId: 'prepared-1',
    })
    expect(server.telegram.prepared).toMatchObject([
      { shareable: { kind: 'cosigning', cosigning: { code } } },
    ])
  })

  test('shares no cosigning of another member, and none that is given up', async () => {
    const { code } = await collected(ilya, 1)
    expect(await getProblem(await shared(ada, code))).toBe('not-found')
    await server.call('DELETE', `/api/cosign/${code}`, { token: ilya })
    expect(await getProblem(await shared(ilya, code))).toBe('cosign-closed')
  })

  test('shares an own request by its link, and a message that the bot has prepared of it', async () => {
    const { id: chatId } = await enterGroup(server, { administrator: ADA })
    const { code, url } = await made(server, ada, { chatId })
    expect(await getBody(await shared(ada, code), share)).toEqual({
      url,
      preparedMessageId: 'prepared-1',
    })
    expect(server.telegram.prepared).toMatchObject([
      {
        member: { telegramId: String(ADA.id) },
        shareable: { kind: 'request', request: { code, chat: { title: 'Harbour club' } } },
      },
    ])
  })

  test('shares an own card by its link, and a message that the bot has prepared of it', async () => {
    const { wallet, code } = await sharedCard(ilya)
    expect(await getBody(await shared(ilya, code), share)).toEqual({
      url: `https://t.me/clasp_test_bot?startapp=${code}`,
      preparedMessageId: 'prepared-1',
    })
    expect(server.telegram.prepared).toMatchObject([
      {
        member: { telegramId: String(ILYA.id) },
        shareable: { kind: 'card', card: { code }, wallet: { address: wallet.address } },
      },
    ])
  })

  test('shares by the link alone when Telegram prepares no message', async () => {
    const { code, url } = await made(server, ada)
    server.telegram.goAway()
    expect(await getBody(await shared(ada, code), share)).toEqual({
      url,
      preparedMessageId: null,
    })
  })

  test('shares no request that is closed, or over', async () => {
    const [closed, expired] = [await made(server, ada), await made(server, ada)]
    const body = { state: 'closed' }
    await server.call('PATCH', `/api/requests/${closed.code}`, { token: ada, body })
    expect(await getProblem(await shared(ada, closed.code))).toBe('request-closed')
    server.clock.now += HOUR_S * 1_000
    expect(await getProblem(await shared(ada, expired.code))).toBe('request-closed')
    expect(server.telegram.prepared).toEqual([])
  })

  test('shares no card that is taken back, or whose wallet is unlinked', async () => {
    const one = await sharedCard(ilya)
    await server.call('DELETE', `/api/cards/${one.code}`, { token: ilya })
    const other = await sharedCard(ilya, 2)
    await server.call('DELETE', `/api/wallets/${other.wallet.id}`, { token: ilya })
    for (const { code } of [one, other])
      expect(await getProblem(await shared(ilya, code))).toBe('not-found')
    expect(server.telegram.prepared).toEqual([])
  })

  test('shares 30 things in a burst, and then one every five seconds', async () => {
    const { code } = await made(server, ada)
    for (let count = 0; count < 30; count += 1) expect((await shared(ada, code)).status).toBe(200)
    const refused = await shared(ada, code)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await getProblem(refused)).toBe('rate-limited')
    expect(server.telegram.prepared).toHaveLength(30)
  })
})

describe('attack: nobody sends under the bot’s name', () => {
  test('another’s request or card, a request of the operator’s code, or one that nobody made', async () => {
    const codes = [
      (await made(server, ada)).code,
      (await sharedCard(ada)).code,
      await hostRequest(server),
      `r1_${'u'.repeat(22)}`,
      `c1_${'u'.repeat(22)}`,
    ]
    for (const code of codes) expect(await getProblem(await shared(ilya, code))).toBe('not-found')
    expect(server.telegram.prepared).toEqual([])
  })

  test.each([
    ['a text of their own', { text: 'Free money' }],
    ['a name', { name: 'Telegram' }],
    ['an address', { address: `0:${'e'.repeat(64)}` }],
    ['a link', { url: 'https://evil.example' }],
  ])('%s', async (_, extra) => {
    const { code } = await made(server, ada)
    const body = { code, ...extra }
    expect(await getProblem(await send(server, share, { token: ada, body }))).toBe('bad-request')
  })

  test.each(['a1_', 'm2_', 'r2_', 'R1_', ''])('a code of kind "%s"', async (kind) => {
    const response = await shared(ada, kind + 'u'.repeat(22))
    expect(await getProblem(response)).toBe('bad-request')
  })
})
