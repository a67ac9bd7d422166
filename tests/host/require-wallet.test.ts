import { Bot, type Context as GrammyContext } from 'grammy'
import { Telegraf, type Context as TelegrafContext } from 'telegraf'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClasp, type Clasp } from '#host/create-clasp.ts'
import { requireWallet, type WalletFlavor } from '#host/require-wallet.ts'
import { type HttpListener, listen } from '#server/process/listen.ts'
import { type HostFront, startHostFront } from '#tests/support/host-front.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { BOT_TOKEN, openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADA, ILYA, type TestAccount } from '#tests/support/people.ts'

let server: TestServer
let listener: HttpListener
let front: HostFront
let clasp: Clasp
beforeEach(async () => {
  server = await openTestServer()
  listener = await listen(server.app, { host: '127.0.0.1', port: 0 })
  const key = await server.newKey(['wallets:read'])
  front = await startHostFront(`http://127.0.0.1:${listener.port}`)
  clasp = createClasp({ url: front.url, key, retries: 0 })
})
afterEach(async () => {
  await front.close()
  await listener.close()
})

type Play = {
  accepts?: (wallet: WalletFlavor['wallets'][number]) => boolean
  onPassed: (wallets: WalletFlavor['wallets']) => void
  onRefused: () => void
}

/** The update in which a member writes `/vote` to the bot. */
function writeVote(from: TestAccount) {
  const entities = [{ type: 'bot_command' as const, offset: 0, length: 5 }]
  const chat = { id: from.id, type: 'private' as const, first_name: from.first_name }
  const message = { message_id: 1, date: 0, chat, from: { ...from, is_bot: false }, entities }
  return { update_id: 1, message: { ...message, text: '/vote' } }
}

const BOT_INFO = {
  id: 1_234_567_890,
  is_bot: true as const,
  first_name: 'Club',
  username: 'club_bot',
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: true,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
  can_manage_bots: false,
  supports_join_request_queries: false,
}

async function playGrammy({ accepts, onPassed, onRefused }: Play, from: TestAccount) {
  const bot = new Bot<GrammyContext & WalletFlavor>(BOT_TOKEN, { botInfo: BOT_INFO })
  const demand = { clasp, otherwise: onRefused, ...(accepts && { accepts }) }
  bot.command('vote', requireWallet(demand), (ctx) => onPassed(ctx.wallets))
  await bot.handleUpdate(writeVote(from))
}

async function playTelegraf({ accepts, onPassed, onRefused }: Play, from: TestAccount) {
  const bot = new Telegraf<TelegrafContext & WalletFlavor>(BOT_TOKEN)
  bot.botInfo = BOT_INFO
  bot.catch((error) => {
    throw error
  })
  const demand = { clasp, otherwise: onRefused, ...(accepts && { accepts }) }
  bot.command('vote', requireWallet(demand), (ctx) => onPassed(ctx.wallets))
  await bot.handleUpdate(writeVote(from))
}

const spies = () => ({
  onPassed: vi.fn<Play['onPassed']>(),
  onRefused: vi.fn<Play['onRefused']>(),
})

const isQuorum = ({ level }: { level: string }) => level === 'quorum'

const FRAMEWORKS = [
  { name: 'grammY', play: playGrammy },
  { name: 'Telegraf', play: playTelegraf },
]

test.each(FRAMEWORKS)(
  'a holder passes in $name, with the wallets in the context',
  async ({ play }) => {
    const { id } = await linkWallet(server, await server.signIn(ADA))
    const { onPassed, onRefused } = spies()
    await play({ onPassed, onRefused }, ADA)
    expect(onPassed.mock.calls).toMatchObject([[[{ id, level: 'key' }]]])
    expect(onRefused).not.toHaveBeenCalled()
  },
)

test.each(FRAMEWORKS)('nobody else passes in $name', async ({ play }) => {
  await linkWallet(server, await server.signIn(ADA))
  const { onPassed, onRefused } = spies()
  await play({ onPassed, onRefused }, ILYA)
  await play({ accepts: isQuorum, onPassed, onRefused }, ADA)
  expect(onRefused).toHaveBeenCalledTimes(2)
  expect(onPassed).not.toHaveBeenCalled()
})

test.each(FRAMEWORKS)(
  'a link whose proof no longer holds does not pass in $name',
  async ({ play }) => {
    await linkWallet(server, await server.signIn(ADA))
    front.setting.rewrite = (body) =>
      body.replace('"staleAt":null', '"staleAt":"2026-11-21T09:30:00.000Z"')
    const { onPassed, onRefused } = spies()
    await play({ onPassed, onRefused }, ADA)
    expect(onRefused).toHaveBeenCalledOnce()
    expect(onPassed).not.toHaveBeenCalled()
  },
)

test.each(FRAMEWORKS)(
  'while Clasp is away, nobody passes in $name and the bot gets the error',
  async ({ play }) => {
    await server.closeStore()
    const { onPassed, onRefused } = spies()
    await expect(play({ onPassed, onRefused }, ADA)).rejects.toThrow(/database does not answer/)
    expect(onPassed).not.toHaveBeenCalled()
    expect(onRefused).not.toHaveBeenCalled()
  },
)
