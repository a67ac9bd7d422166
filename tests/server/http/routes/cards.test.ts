import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exportMe } from '#shared/api/export-me.ts'
import { getCard } from '#shared/api/get-card.ts'
import { listCards } from '#shared/api/list-cards.ts'
import { revokeCard } from '#shared/api/revoke-card.ts'
import { showCardProof } from '#shared/api/show-card-proof.ts'
import { shareWallet } from '#shared/api/share-wallet.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { accountId } from '#proof/account-id.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { TELEGRAM } from '#tests/support/proof-launch.ts'
import { ALICE, BOB, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import {
  getBody,
  readCardCode,
  openCard,
  getProblem,
  send,
  getUserId,
} from '../requesting-harness.ts'

let server: TestServer
let alice: string
let bob: string
/** Alice's wallet. */
let wallet: Awaited<ReturnType<typeof linkWallet>>

beforeEach(async () => {
  server = await startTestServer()
  alice = await server.signIn(ALICE)
  bob = await server.signIn(BOB)
  wallet = await linkWallet(server, alice)
})
afterEach(() => server.close())

const share = (token: string, walletId: string) =>
  send(server, shareWallet, { token, body: { walletId } })

const revoke = (token: string, id: string) => send(server, revokeCard, { token, id })

const saved = async (token: string) =>
  (await getBody(await send(server, listCards, { token }), listCards)).cards

const seen = async (token: string, code: string) =>
  getBody(await openCard(server, token, code), getCard)

const show = (token: string, { id, isShown }: { id: string; isShown: boolean }) =>
  send(server, showCardProof, { token, id, body: { isShown } })

describe('the proof on a card', () => {
  test('a card shows no proof until its holder turns it on, and none after they turn it off', async () => {
    const { code } = await getBody(await share(alice, wallet.id), shareWallet)
    expect(await seen(alice, code)).toMatchObject({ proof: null, canShowProof: true })
    expect(await seen(bob, code)).toMatchObject({ proof: null, canShowProof: false })
    expect((await show(alice, { id: code, isShown: true })).status).toBe(204)
    const { proof, holderId } = await seen(bob, code)
    expect(holderId).toBe(String(ALICE.id))
    expect(await verifyProof(proof ?? '', { now: server.clock.now })).toMatchObject({
      facts: { claim: { wallet: accountId(wallet), telegramId: holderId } },
    })
    await show(alice, { id: code, isShown: false })
    expect(await seen(bob, code)).toMatchObject({ proof: null, holderId: null })
  })

  test('attack: a receiver cannot turn on the proof of somebody else’s card', async () => {
    const { code } = await getBody(await share(alice, wallet.id), shareWallet)
    expect(await getProblem(await show(bob, { id: code, isShown: true }))).toBe('not-found')
    expect((await seen(bob, code)).proof).toBeNull()
  })

  test('a card that is taken back keeps no proof, and cannot show one', async () => {
    const { code } = await getBody(await share(alice, wallet.id), shareWallet)
    await show(alice, { id: code, isShown: true })
    await revoke(alice, code)
    expect(await getProblem(await openCard(server, bob, code))).toBe('card-gone')
    expect(await getProblem(await show(alice, { id: code, isShown: true }))).toBe('not-found')
    const again = await getBody(await share(alice, wallet.id), shareWallet)
    expect((await seen(bob, again.code)).proof).toBeNull()
  })
})

describe('a card', () => {
  test('makes one card of a linked wallet, with a link that opens it', async () => {
    const card = await getBody(await share(alice, wallet.id), shareWallet)
    expect(card.code).toMatch(/^c1_[\w-]{22}$/)
    expect(card).toEqual({
      code: card.code,
      walletId: wallet.id,
      url: `https://t.me/clasp_test_bot?startapp=${card.code}`,
      createdAt: new Date(server.clock.now).toISOString(),
    })
    expect(await getBody(await share(alice, wallet.id), shareWallet)).toEqual(card)
    expect(await saved(alice)).toEqual([card])
    expect(await saved(bob)).toEqual([])
  })

  test('a card that inline mode has only offered is shared once somebody else opens it', async () => {
    const userId = await getUserId(server, ALICE)
    const offer = { code: `c1_${'o'.repeat(22)}`, walletId: wallet.id, userId }
    await server.store.offerCard(offer, server.clock.now)
    expect(await saved(alice)).toEqual([])
    await seen(alice, offer.code)
    expect(await saved(alice)).toEqual([])
    server.clock.now += 60_000
    await seen(bob, offer.code)
    expect(await saved(alice)).toMatchObject([
      { code: offer.code, createdAt: new Date(server.clock.now).toISOString() },
    ])
  })

  test('shows everybody with its link what was proven and whose it is, as Telegram names them', async () => {
    await server.store.setLabel(wallet.id, await getUserId(server, ALICE), 'Secret savings')
    const code = await readCardCode(server, alice, wallet.id)
    const { family, network, address, kind, level, binding, keySource, verifiedAt } = wallet
    const response = await openCard(server, bob, code)
    expect(await response.json()).toEqual({
      code,
      holder: { firstName: 'Alice', username: 'alice' },
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
    expect((await seen(alice, code)).mine).toBe(true)
  })

  test('a card that is taken back shows nothing, and another one is another', async () => {
    const code = await readCardCode(server, alice, wallet.id)
    expect((await revoke(alice, code)).status).toBe(204)
    for (const token of [alice, bob])
      expect(await getProblem(await openCard(server, token, code))).toBe('card-gone')
    expect(await saved(alice)).toEqual([])
    expect(await getProblem(await revoke(alice, code))).toBe('not-found')
    const next = await readCardCode(server, alice, wallet.id)
    expect(next).not.toBe(code)
    expect((await seen(bob, next)).mine).toBe(false)
    expect(await getProblem(await openCard(server, bob, code))).toBe('card-gone')
  })

  test('a member’s export holds the card', async () => {
    await readCardCode(server, alice, wallet.id)
    const exported = await getBody(await send(server, exportMe, { token: alice }), exportMe)
    expect(exported.cards).toEqual(await saved(alice))
  })
})

describe('attack', () => {
  test('a card of somebody else’s wallet cannot be made', async () => {
    expect(await getProblem(await share(bob, wallet.id))).toBe('not-found')
    expect(await getProblem(await share(bob, 'w'.repeat(22)))).toBe('not-found')
  })

  test('somebody else’s card cannot be taken back', async () => {
    const code = await readCardCode(server, alice, wallet.id)
    expect(await getProblem(await revoke(bob, code))).toBe('not-found')
    expect((await openCard(server, bob, code)).status).toBe(200)
  })

  test('a forged sender: no card says a name that its maker gives', async () => {
    for (const extra of [
      { holder: { firstName: 'Telegram', username: 'telegram' } },
      { firstName: 'Telegram' },
      { name: 'Telegram' },
      { label: 'Official wallet' },
    ]) {
      const body = { walletId: wallet.id, ...extra }
      const response = await send(server, shareWallet, { token: alice, body })
      expect(await getProblem(response)).toBe('bad-request')
    }
    const code = await readCardCode(server, alice, wallet.id)
    const forged = await server.call('GET', `/api/cards/${code}?firstName=Telegram`, { token: bob })
    expect(await getBody(forged, getCard)).toMatchObject({ holder: { firstName: 'Alice' } })
  })

  test('a forged address: no card shows one that its maker gives', async () => {
    const address = `0:${'e'.repeat(64)}`
    for (const body of [
      { walletId: wallet.id, address },
      { address, network: '-239', family: 'ton' },
      { walletId: address },
    ])
      expect(await getProblem(await send(server, shareWallet, { token: alice, body }))).toBe(
        'bad-request',
      )
    const code = await readCardCode(server, alice, wallet.id)
    const forged = await server.call('GET', `/api/cards/${code}?address=${address}`, { token: bob })
    expect((await getBody(forged, getCard)).wallet.address).toBe(wallet.address)
  })

  test('a card of another’s number changed by one character leads nowhere', async () => {
    const code = await readCardCode(server, alice, wallet.id)
    const last = code.endsWith('A') ? 'Q' : 'A'
    const changed = code.slice(0, -1) + last
    expect(await getProblem(await openCard(server, bob, changed))).toBe('not-found')
  })

  test('no more than 30 cards are made in a burst', async () => {
    for (let count = 0; count < 30; count += 1) await readCardCode(server, alice, wallet.id)
    const refused = await share(alice, wallet.id)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await getProblem(refused)).toBe('rate-limited')
    server.clock.now += 5_000
    await readCardCode(server, alice, wallet.id)
  })
})
