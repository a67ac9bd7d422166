import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { shareWallet } from '#shared/api/share-wallet.ts'
import { openSession } from '#shared/api/open-session.ts'
import { createRequest } from '#shared/api/host/host-request.ts'
import { createApiKey } from '#server/http/host/api-key.ts'
import { createFieldCipher } from '#server/store/database/field-cipher.ts'
import { openStore } from '#server/store/open-store.ts'
import { PEOPLE } from '#demo/telegram/people.ts'
import { sampleCosigning, sampleTonMultisig } from '#tests/support/multisig-samples.ts'
import { getId, memberRow, openDatabase, walletRow } from './seed-database.ts'
import { type Production, startProduction } from './start-production.ts'

/** One has no wallets, the next has two, and the last collects owners' agreements. */
const [NEW_MEMBER, HOLDER, STARTER] = PEOPLE
const WALLETS = [0, 1]
/** Of one of the holder's wallets. */
export const WALLET_NAME = 'Savings'
export const HOLDER_NAME: string = HOLDER.firstName

/** In the app, so that the larger of the two builds is measured. The node is never asked. */
const EVM = { EVM: 'in-app', REOWN_PROJECT_ID: '0'.repeat(32) }

const CLIENT = { platform: 'ios', version: '9.1', theme: 'day' } as const

/** A server with two members, and the addresses with which Telegram opens the app. */
export type Launches = {
  /** With fresh init data each time. */
  home: () => string
  /** Home of the member who has wallets. */
  returning: () => string
  /** The bot's button "Connect wallet". */
  chooser: () => string
  /** A request, opened by the member without wallets. */
  request: () => string
  /** The same request, opened by the member who has wallets. */
  answering: () => string
  /** The card of the other's wallet, opened by the member without wallets. */
  card: () => string
  /** The same card, opened by its holder. */
  ownCard: () => string
  /** A cosigning, opened by the member without wallets. */
  cosigning: () => string
  /** The same cosigning, opened by who started it. A member with a part in one has another Home. */
  ownCosigning: () => string
  /** "Connect wallet", pressed by the member who has wallets. */
  another: () => string
  /** A request that there never was, opened by the member without wallets. */
  wrong: () => string
  holderId: number
  stop: () => Promise<void>
}

/** @param root the checkout whose build is served. @default this one */
export async function startLaunches(databaseUrl: string, root?: string): Promise<Launches> {
  const dataKey = randomBytes(32)
  await seedHolder(databaseUrl, dataKey)
  const apiKey = await makeApiKey(databaseUrl, dataKey)
  const cosigning = await seedCosigning(databaseUrl, dataKey)
  const production = await startProduction(
    { DATABASE_URL: databaseUrl, DATA_KEY: dataKey.toString('hex'), ...EVM },
    root,
  )
  for (const { id } of [HOLDER, STARTER]) production.world.setLanguage(id, 'en')
  const launch = (accountId: number, path: string) => () =>
    production.world.launch({
      ...CLIENT,
      accountId,
      source: 'menu',
      url: `${production.url}${path}`,
    })
  const link = (accountId: number, startParam: string) => () =>
    production.world.launch({
      ...CLIENT,
      accountId,
      source: 'direct-link',
      chatId: null,
      startParam,
    })
  const request = await makeRequest(production, apiKey)
  const card = await makeCard(production)
  return {
    home: launch(NEW_MEMBER.id, '/'),
    returning: launch(HOLDER.id, '/'),
    chooser: launch(NEW_MEMBER.id, '/connect'),
    request: link(NEW_MEMBER.id, request),
    answering: link(HOLDER.id, request),
    card: link(NEW_MEMBER.id, card),
    ownCard: link(HOLDER.id, card),
    cosigning: link(NEW_MEMBER.id, cosigning),
    ownCosigning: link(STARTER.id, cosigning),
    another: launch(HOLDER.id, '/connect'),
    wrong: link(NEW_MEMBER.id, `r1_${'w'.repeat(22)}`),
    holderId: HOLDER.id,
    stop: () => production.stop(),
  }
}

async function seedHolder(databaseUrl: string, dataKey: Uint8Array): Promise<void> {
  const store = await openStore({ databaseUrl, dataKey, delivers: false })
  await store.close()
  const database = await openDatabase(databaseUrl)
  const cipher = createFieldCipher(dataKey)
  const wallets = WALLETS.map((index) => walletRow(index, cipher))
  await database.write(async (sql) => {
    await sql
      .insertInto('users')
      .values(memberRow(0, cipher, String(HOLDER.id)))
      .execute()
    await sql.insertInto('wallets').values(wallets).execute()
  })
  await database.close()
}

/** One for a TON multisig, whose reading is new: its chain is never asked. Returns its code. */
async function seedCosigning(databaseUrl: string, dataKey: Uint8Array): Promise<string> {
  const store = await openStore({ databaseUrl, dataKey, delivers: false })
  const now = Date.now()
  const profile = { firstName: STARTER.firstName, username: null, language: 'en' as const }
  const { id } = await store.saveUser(
    { ...profile, telegramId: String(STARTER.id), mayMessage: null },
    now,
  )
  const multisig = await store.saveMultisig(sampleTonMultisig(), now)
  const { code } = await sampleCosigning(store, id, multisig, { now })
  await store.close()
  return code
}

async function makeApiKey(databaseUrl: string, dataKey: Uint8Array): Promise<string> {
  const store = await openStore({ databaseUrl, dataKey, delivers: false })
  const { key, hash } = createApiKey()
  await store.addApiKey({ name: 'bench', scopes: ['requests:write'], hash }, Date.now())
  await store.close()
  return key
}

async function makeRequest({ url }: Production, apiKey: string): Promise<string> {
  const { method, path, response } = createRequest
  const answer = await call(`${url}${path}`, { method, authorization: `Bearer ${apiKey}` })
  return v.parse(response, answer).code
}

/** Its holder shares the first wallet, and has given it a name. */
async function makeCard({ url, world }: Production): Promise<string> {
  const launch = world.launch({ ...CLIENT, accountId: HOLDER.id, source: 'menu', url: `${url}/` })
  const initData = new URLSearchParams(new URL(launch).hash.slice(1)).get('tgWebAppData') ?? ''
  const opened = await call(`${url}${openSession.path}`, {
    method: openSession.method,
    authorization: `tma ${initData}`,
  })
  const authorization = `Bearer ${v.parse(openSession.response, opened).token}`
  const walletId = getId('wallet', 0)
  await call(`${url}/api/wallets/${walletId}`, {
    method: 'PATCH',
    authorization,
    body: { label: WALLET_NAME },
  })
  const card = await call(`${url}${shareWallet.path}`, {
    method: shareWallet.method,
    authorization,
    body: { walletId },
  })
  return v.parse(shareWallet.response, card).code
}

type Call = { method: string; authorization: string; body?: object }

async function call(url: string, { method, authorization, body = {} }: Call): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization,
      'content-type': 'application/json',
      'idempotency-key': randomBytes(8).toString('hex'),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}
