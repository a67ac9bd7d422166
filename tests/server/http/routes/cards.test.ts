import { beforeEach, describe, expect, test } from 'vitest'
import { exportMe } from '#shared/api/export-me.ts'
import { getCard } from '#shared/api/get-card.ts'
import { getMe } from '#shared/api/get-me.ts'
import { revokeCard } from '#shared/api/revoke-card.ts'
import { showCardProof } from '#shared/api/show-card-proof.ts'
import { shareWallet } from '#shared/api/share-wallet.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { accountId } from '#proof/account-id.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { TELEGRAM } from '#tests/support/proof-launch.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import {
  getBody,
  readCardCode,
  openCard,
  getProblem,
  send,
  getUserId,
} from '../requesting-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

let server: TestServer
let ada: string
let ilya: string
/** Ada's wallet. */
let wallet: Awaited<ReturnType<typeof linkWallet>>

beforeEach(async () => {
  server = await openTestServer()
  ada = await server.signIn(ADA)
  ilya = await server.signIn(ILYA)
  wallet = await linkWallet(server, ada)
})

const share = (token: string, walletId: string) =>
  send(server, shareWallet, { token, body: { walletId } })

const revoke = (token: string, id: string) => send(server, revokeCard, { token, id })

const saved = async (token: string) =>
  (await getBody(await send(server, getMe, { token }), getMe)).cards

const seen = async (token: string, code: string) =>
  getBody(await openCard(server, token, code), getCard)

const show = (token: string, { id, isShown }: { id: string; isShown: boolean }) =>
  send(server, showCardProof, { token, id, body: { isShown } })

describe('the proof on a card', () => {
  test('a card shows no proof until its holder turns it on, and none after they turn it off', async () => {
    const { code } = await getBody(await share(ada, wallet.id), shareWallet)
    expect(await seen(ada, code)).toMatchObject({ proof: null, canShowProof: true })
    expect(await seen(ilya, code)).toMatchObject({ proof: null, canShowProof: false })
    expect((await show(ada, { id: code, isShown: true })).status).toBe(204)
    const { proof, holderId } = await seen(ilya, code)
    expect(holderId).toBe(String(ADA.id))
    expect(await verifyProof(proof ?? '', { now: server.clock.now })).toMatchObject({
      facts: { claim: { wallet: accountId(wallet), telegramId: holderId } },
    })
    await show(ada, { id: code, isShown: false })
    expect(await seen(ilya, code)).toMatchObject({ proof: null, holderId: null })
  })

  test('attack: a receiver cannot turn on the proof of somebody else’s card', async () => {
    const { code } = await getBody(await share(ada, wallet.id), shareWallet)
    expect(await getProblem(await show(ilya, { id: code, isShown: true }))).toBe('not-found')
    expect((await seen(ilya, code)).proof).toBeNull()
  })

  test('a card that is taken back keeps no proof, and cannot show one', async () => {
    const { code } = await getBody(await share(ada, wallet.id), shareWallet)
    await show(ada, { id: code, isShown: true })
    await revoke(ada, code)
    expect(await getProblem(await openCard(server, ilya, code))).toBe('card-gone')
    expect(await getProblem(await show(ada, { id: code, isShown: true }))).toBe('not-found')
    const again = await getBody(await share(ada, wallet.id), shareWallet)
    expect((await seen(ilya, again.code)).proof).toBeNull()
  })
})

describe('a card', () => {
  test('is made once of a linked wallet, with a link that opens it', async () => {
    const card = await getBody(await share(ada, wallet.id), shareWallet)
    expect(card.code).toMatch(/^c1_[\w-]{22}$/)
    expect(card).toEqual({
      code: card.code,
      walletId: wallet.id,
      url: `https://t.me/clasp_test_bot?startapp=${card.code}`,
      createdAt: new Date(server.clock.now).toISOString(),
      opens: 0,
      lastOpenedAt: null,
    })
    expect(await getBody(await share(ada, wallet.id), shareWallet)).toEqual(card)
    expect(await saved(ada)).toEqual([card])
    expect(await saved(ilya)).toEqual([])
  })

  test('a card that inline mode has only offered is shared once somebody else opens it', async () => {
    const userId = await getUserId(server, ADA)
    const offer = { code: `c1_${'o'.repeat(22)}`, walletId: wallet.id, userId }
    await server.store.offerCard(offer, server.clock.now)
    expect(await saved(ada)).toEqual([])
    await seen(ada, offer.code)
    expect(await saved(ada)).toEqual([])
    server.clock.now += 60_000
    await seen(ilya, offer.code)
    expect(await saved(ada)).toMatchObject([
      { code: offer.code, createdAt: new Date(server.clock.now).toISOString() },
    ])
  })

  test('counts how often others opened it, one person once an hour, and keeps nobody’s name', async () => {
    const code = await readCardCode(server, ada, wallet.id)
    const olga = await server.signIn({ ...ILYA, id: ILYA.id + 1 })
    await seen(ada, code)
    expect(await saved(ada)).toMatchObject([{ opens: 0, lastOpenedAt: null }])
    for (const token of [ilya, ilya, olga]) await seen(token, code)
    const first = new Date(server.clock.now).toISOString()
    expect(await saved(ada)).toMatchObject([{ opens: 2, lastOpenedAt: first }])
    server.clock.now += 30 * 60_000
    await seen(ilya, code)
    expect(await saved(ada)).toMatchObject([{ opens: 2, lastOpenedAt: first }])
    server.clock.now += 30 * 60_000
    await seen(ilya, code)
    const last = new Date(server.clock.now).toISOString()
    expect(await saved(ada)).toMatchObject([{ opens: 3, lastOpenedAt: last }])
    const exported = await getBody(await send(server, exportMe, { token: ada }), exportMe)
    expect(exported.cards).toMatchObject([{ code, opens: 3, lastOpenedAt: last }])
  })

  test('shows everybody with its link what was proven and whose it is, as Telegram names them', async () => {
    await server.store.setLabel(wallet.id, await getUserId(server, ADA), 'Secret savings')
    const code = await readCardCode(server, ada, wallet.id)
    const { family, network, address, kind, level, binding, keySource, verifiedAt } = wallet
    const response = await openCard(server, ilya, code)
    expect(await response.json()).toEqual({
      code,
      holder: { firstName: 'Ada', username: 'ada' },
      holderId: null,
      wallet: {
        family,
        network,
        address,
        kind,
        level,
        binding,
        keySource,
        verifiedAt,
        staleAt: null,
        multisig: null,
      },
      createdAt: new Date(server.clock.now).toISOString(),
      mine: false,
      proof: null,
      canShowProof: false,
      telegramKey: TELEGRAM.publicKey,
    })
    expect((await seen(ada, code)).mine).toBe(true)
  })

  test('a card that is taken back shows nothing, and another one is another', async () => {
    const code = await readCardCode(server, ada, wallet.id)
    expect((await revoke(ada, code)).status).toBe(204)
    for (const token of [ada, ilya])
      expect(await getProblem(await openCard(server, token, code))).toBe('card-gone')
    expect(await saved(ada)).toEqual([])
    expect(await getProblem(await revoke(ada, code))).toBe('not-found')
    const next = await readCardCode(server, ada, wallet.id)
    expect(next).not.toBe(code)
    expect((await seen(ilya, next)).mine).toBe(false)
    expect(await getProblem(await openCard(server, ilya, code))).toBe('card-gone')
  })

  test('a member’s export holds the card', async () => {
    await readCardCode(server, ada, wallet.id)
    const exported = await getBody(await send(server, exportMe, { token: ada }), exportMe)
    expect(exported.cards).toEqual(await saved(ada))
  })
})

describe('attack', () => {
  test('a card of somebody else’s wallet cannot be made', async () => {
    expect(await getProblem(await share(ilya, wallet.id))).toBe('not-found')
    expect(await getProblem(await share(ilya, 'w'.repeat(22)))).toBe('not-found')
  })

  test('somebody else’s card cannot be taken back', async () => {
    const code = await readCardCode(server, ada, wallet.id)
    expect(await getProblem(await revoke(ilya, code))).toBe('not-found')
    expect((await openCard(server, ilya, code)).status).toBe(200)
  })

  test('a forged sender: no card says a name that its maker gives', async () => {
    for (const extra of [
      { holder: { firstName: 'Telegram', username: 'telegram' } },
      { firstName: 'Telegram' },
      { name: 'Telegram' },
      { label: 'Official wallet' },
    ]) {
      const body = { walletId: wallet.id, ...extra }
      const response = await send(server, shareWallet, { token: ada, body })
      expect(await getProblem(response)).toBe('bad-request')
    }
    const code = await readCardCode(server, ada, wallet.id)
    const forged = await server.call('GET', `/api/cards/${code}?firstName=Telegram`, {
      token: ilya,
    })
    expect(await getBody(forged, getCard)).toMatchObject({ holder: { firstName: 'Ada' } })
  })

  test('a forged address: no card shows one that its maker gives', async () => {
    const address = `0:${'e'.repeat(64)}`
    for (const body of [
      { walletId: wallet.id, address },
      { address, network: '-239', family: 'ton' },
      { walletId: address },
    ])
      expect(await getProblem(await send(server, shareWallet, { token: ada, body }))).toBe(
        'bad-request',
      )
    const code = await readCardCode(server, ada, wallet.id)
    const forged = await server.call('GET', `/api/cards/${code}?address=${address}`, {
      token: ilya,
    })
    expect((await getBody(forged, getCard)).wallet.address).toBe(wallet.address)
  })

  test('a card of another’s number changed by one character leads nowhere', async () => {
    const code = await readCardCode(server, ada, wallet.id)
    const last = code.endsWith('A') ? 'Q' : 'A'
    const changed = code.slice(0, -1) + last
    expect(await getProblem(await openCard(server, ilya, changed))).toBe('not-found')
  })

  test('no more than 30 cards are made in a burst', async () => {
    for (let count = 0; count < 30; count += 1) await readCardCode(server, ada, wallet.id)
    const refused = await share(ada, wallet.id)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await getProblem(refused)).toBe('rate-limited')
    server.clock.now += 5_000
    await readCardCode(server, ada, wallet.id)
  })
})
