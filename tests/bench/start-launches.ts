import type { TelegramProfile } from '#server/store/members/users.ts'
import type { Store } from '#server/store/store.ts'
import { PEOPLE } from '#demo/telegram/people.ts'
import { sampleCosigning, sampleTonMultisig } from '#tests/support/multisig-samples.ts'
import {
  linkSample,
  newRequest,
  sampleApiKey,
  sampleCode,
  sampleProfile,
} from '#tests/support/store-samples.ts'
import { openBenchStore } from './bench-store.ts'
import { startProduction } from './start-production.ts'

/** One has no wallets, the next has two, and the last collects owners' agreements. */
const [NEW_MEMBER, HOLDER, STARTER] = PEOPLE
/** Of one of the holder's wallets. */
export const WALLET_NAME = 'Savings'
export const HOLDER_NAME: string = HOLDER.firstName
const HOUR_MS = 3_600_000

/** In the app, so that the larger of the two builds is measured. The node is never asked. */
const EVM = { EVM: 'in-app', REOWN_PROJECT_ID: '0'.repeat(32) }

const CLIENT = { platform: 'ios', version: '9.1', theme: 'day' } as const

export type Launches = Awaited<ReturnType<typeof startLaunches>>

/**
 * Starts a server with two members. Returns the addresses with which Telegram opens the app, with fresh init data each time.
 *
 * @param root the checkout whose build is served. @default this one
 */
export async function startLaunches(databaseUrl: string, root?: string) {
  const store = await openBenchStore(databaseUrl)
  const codes = await seed(store)
  await store.close()
  const { url, world } = await startProduction({ DATABASE_URL: databaseUrl, ...EVM }, { root })
  for (const { id } of [HOLDER, STARTER]) world.setLanguage(id, 'en')
  const launch = (accountId: number, path: string) => () =>
    world.launch({ ...CLIENT, accountId, source: 'menu', url: `${url}${path}` })
  const link = (accountId: number, startParam: string) => () =>
    world.launch({ ...CLIENT, accountId, source: 'direct-link', chatId: null, startParam })
  return {
    home: launch(NEW_MEMBER.id, '/'),
    /** Home of the member who has wallets. */
    returning: launch(HOLDER.id, '/'),
    /** The bot's button "Connect wallet". */
    chooser: launch(NEW_MEMBER.id, '/connect'),
    request: link(NEW_MEMBER.id, codes.request),
    answering: link(HOLDER.id, codes.request),
    card: link(NEW_MEMBER.id, codes.card),
    ownCard: link(HOLDER.id, codes.card),
    cosigning: link(NEW_MEMBER.id, codes.cosigning),
    /** A member with a part in one has another Home. */
    ownCosigning: link(STARTER.id, codes.cosigning),
    another: launch(HOLDER.id, '/connect'),
    /** A request that there never was. */
    wrong: link(NEW_MEMBER.id, `r1_${'w'.repeat(22)}`),
    holderId: HOLDER.id,
  }
}

/** Returns the codes of a request, of a card of the holder's first wallet, and of a TON multisig's cosigning, whose chain is never asked. */
async function seed(store: Store) {
  const now = Date.now()
  const { id: userId } = await store.saveUser(toProfile(HOLDER), now)
  const { id: walletId } = await linkSample(store, userId)
  await linkSample(store, userId)
  await store.setLabel(walletId, userId, WALLET_NAME)
  const card = sampleCode('c')
  await store.shareWallet({ code: card, walletId, userId }, now)
  const { id: keyId } = await sampleApiKey(store)
  const times = { now, expiresAt: now + HOUR_MS }
  const asked = newRequest({ keyId }, { families: ['ton', 'evm'], ...times })
  const request = (await store.createRequest(asked)).code
  const starter = await store.saveUser(toProfile(STARTER), now)
  const multisig = await store.saveMultisig(sampleTonMultisig(), now)
  const cosigning = (await sampleCosigning(store, starter.id, multisig, { now })).code
  return { request, card, cosigning }
}

/** Of a member to whom the bot writes nothing. */
function toProfile({ id, firstName }: (typeof PEOPLE)[number]): TelegramProfile {
  return sampleProfile({ telegramId: String(id), firstName, username: null, mayMessage: null })
}
