import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { findWallets, listUserWallets } from '#shared/api/host/host-wallet.ts'
import { listEvents } from '#shared/api/host/host-event.ts'
import { getCard } from '#shared/api/get-card.ts'
import { formatTonAddress } from '#shared/ton-address.ts'
import { createGate } from '#tests/support/gate.ts'
import { linkWallet, getTonAddress } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { getBody, readCardCode, send } from '../requesting-harness.ts'
import { agree, placeMultisig, start, tonMultisig, TREASURY } from '../multisig-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const HOUR_MS = 60 * 60_000

let server: TestServer
let ada: string
let ilya: string
let key: string
beforeEach(async () => {
  server = await openTestServer()
  ada = await server.signIn(ADA)
  ilya = await server.signIn(ILYA)
  key = await server.newKey()
})

async function getWallets({ id }: { id: number }) {
  const response = await server.call('GET', `/v1/users/${id}/wallets`, { token: key })
  return v.parse(listUserWallets.response, await response.json()).wallets
}

async function getHolders(address: string) {
  const response = await server.call('GET', `/v1/wallets/ton/${address}`, { token: key })
  return v.parse(findWallets.response, await response.json()).data
}

async function events() {
  const response = await server.call('GET', '/v1/events', { token: key })
  return v.parse(listEvents.response, await response.json()).data
}

/** Ada and Ilya have linked the multisig of seeds 1, 2 and 3. */
async function linkTreasury(): Promise<void> {
  await linkWallet(server, ada)
  const { code } = await start(server, ada, await placeMultisig(server, tonMultisig([1, 2, 3])))
  await agree(server, ada, { code, seed: 1 })
  await agree(server, ilya, { code, seed: 2 })
}

const findTreasury = async (who: { id: number }) =>
  (await getWallets(who)).find(({ address }) => address === TREASURY)

describe('an ordinary operator', () => {
  test('an operator is a signer, apart from the wallets, and never counts as the treasury', async () => {
    await linkWallet(server, ada)
    await placeMultisig(server, tonMultisig([1, 2, 3]))
    const wallets = await getWallets(ADA)
    expect(wallets).toMatchObject([
      {
        address: getTonAddress(1),
        level: 'key',
        multisig: null,
        signerOf: [
          {
            family: 'ton',
            network: '-239',
            address: TREASURY,
            displayAddress: formatTonAddress(TREASURY, { network: '-239' }),
            account: `tvm:-239:${TREASURY.replace(':', '%3A')}`,
            level: 'signer',
            threshold: 2,
            ownerCount: 3,
            checkedAt: new Date(server.clock.now).toISOString(),
          },
        ],
      },
    ])
    expect(await getHolders(TREASURY)).toEqual([])
    expect(await getHolders(getTonAddress(1))).toMatchObject([
      { level: 'key', signerOf: [{ address: TREASURY }], user: { telegramId: String(ADA.id) } },
    ])
  })

  test('an operator who was removed since is a signer no longer, an hour later at the latest', async () => {
    await linkWallet(server, ada)
    await placeMultisig(server, tonMultisig([1, 2, 3]))
    server.tonChain.setMultisig(TREASURY, tonMultisig([2, 3, 4]))
    expect((await getWallets(ADA))[0]?.signerOf).toHaveLength(1)
    server.clock.now += HOUR_MS + 1
    expect((await getWallets(ADA))[0]?.signerOf).toEqual([])
  })

  test('is shown by the last reading while the chain is silent, with the time of that', async () => {
    await linkWallet(server, ada)
    const { checkedAt } = await placeMultisig(server, tonMultisig([1, 2, 3]))
    server.clock.now += 2 * HOUR_MS
    server.tonChain.setReachable(false)
    expect((await getWallets(ADA))[0]?.signerOf).toMatchObject([
      { checkedAt: new Date(checkedAt).toISOString() },
    ])
  })
})

describe('a linked multisig', () => {
  test('a linked multisig is a wallet of its own level, and its completion an event with the owners who signed', async () => {
    await linkTreasury()
    expect(await findTreasury(ADA)).toMatchObject({
      level: 'quorum',
      signerOf: [],
      staleAt: null,
    })
    const holders = (await getHolders(TREASURY)).map(({ user }) => user.telegramId)
    expect(new Set(holders)).toEqual(new Set([ADA, ILYA].map(({ id }) => String(id))))
    const completed = (await events()).filter(({ type }) => type === 'multisig.completed')
    expect(completed).toMatchObject([
      { data: { user: { telegramId: String(ADA.id) }, wallet: { level: 'quorum' } } },
    ])
    const owners: unknown = expect.arrayContaining([getTonAddress(1), getTonAddress(2)])
    expect(completed[0]?.data).toMatchObject({ owners })
  })

  test('a linked multisig is stale an hour after its owners changed, in every place that shows it', async () => {
    await linkTreasury()
    const wallet = await findTreasury(ADA)
    const card = await readCardCode(server, ada, wallet?.id ?? '')
    server.tonChain.setMultisig(TREASURY, tonMultisig([1, 3, 4]))
    server.clock.now += HOUR_MS + 1
    const staleAt = new Date(server.clock.now).toISOString()
    const seen = await getBody(await send(server, getCard, { token: ilya, id: card }), getCard)
    expect(seen.wallet).toMatchObject({ staleAt, multisig: { threshold: 2, checkedAt: staleAt } })
    expect(await findTreasury(ADA)).toMatchObject({ staleAt, level: 'quorum' })
    expect(await findTreasury(ILYA)).toMatchObject({ staleAt })
    const shown = await server.call('GET', `/api/wallets/${wallet?.id}`, { token: ada })
    expect(await shown.json()).toMatchObject({ staleAt })
    const stale = (await events()).filter(({ type }) => type === 'wallet.stale')
    expect(stale).toHaveLength(2)
    expect(stale[0]?.data).toHaveProperty('reason', 'owners-changed')
  })

  test('is not read again within the hour', async () => {
    await linkTreasury()
    const asked = server.tonChain.asked.length
    server.clock.now += HOUR_MS
    await getWallets(ADA)
    await getHolders(TREASURY)
    expect(server.tonChain.asked).toHaveLength(asked)
  })

  test('is shown as it was, a moment later, while its chain hangs', async () => {
    await linkTreasury()
    server.clock.now += 2 * HOUR_MS
    const gate = createGate()
    const silence = gate.passed.then(() => 'unreachable' as const)
    server.tonChain.setMultisig(TREASURY, silence)
    expect(await findTreasury(ADA)).toMatchObject({ staleAt: null })
    gate.open()
  })
})
