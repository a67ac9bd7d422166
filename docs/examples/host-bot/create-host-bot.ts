import { Bot, type Context, InlineKeyboard } from 'grammy'
import { Hono } from 'hono'
// With the package: from 'clasp-telegram/host'.
import {
  type Clasp,
  ClaspError,
  createClasp,
  type HostEvent,
  requireWallet,
  verifyWebhook,
  type WalletFlavor,
} from '#host/main.ts'

export type HostBotOptions = {
  /** The bot that you run already. Clasp has the same token, with BOT_MODE=off. */
  token: string
  /** Such as `https://api.telegram.org`. */
  apiRoot: string
  /** PUBLIC_URL of your Clasp. */
  claspUrl: string
  /** Key of `clasp-telegram keys add my-bot --scope wallets:read --scope joins:write`. */
  apiKey: string
  /** WEBHOOK_SIGNING_SECRET of your Clasp, `whsec_…`. */
  signingSecret: string
}

type ClubContext = Context & WalletFlavor

/**
 * A bot that receives its updates itself and lets Clasp prove wallets. It posts the connect button, is
 * notified of a proven wallet by webhook, and can query a member's wallets at any time.
 */
export function createHostBot(options: HostBotOptions): { bot: Bot<ClubContext>; receiver: Hono } {
  const { token, apiRoot, claspUrl, apiKey, signingSecret } = options
  const bot = new Bot<ClubContext>(token, { client: { apiRoot } })
  const clasp = createClasp({ url: claspUrl, key: apiKey })
  addCommands(bot, clasp, options)
  return { bot, receiver: createReceiver(bot, clasp, signingSecret) }
}

function addCommands(bot: Bot<ClubContext>, clasp: Clasp, { claspUrl }: HostBotOptions): void {
  bot.chatType('private').command('start', (ctx) =>
    ctx.reply('Members of the club have a wallet. Connecting is free and moves nothing.', {
      reply_markup: new InlineKeyboard().webApp('Connect wallet', claspUrl),
    }),
  )

  // Buttons of groups cannot open a Mini App themselves: a link does.
  bot.chatType(['group', 'supergroup']).command('club', (ctx) =>
    ctx.reply('Connect a wallet to join the club.', {
      reply_markup: new InlineKeyboard().url(
        'Connect wallet',
        `https://t.me/${ctx.me.username}?startapp`,
      ),
    }),
  )

  bot.chatType('private').command(
    'whoami',
    requireWallet({
      clasp,
      otherwise: (ctx) => ctx.reply('I know no wallet of yours yet. Send /start to connect one.'),
    }),
    (ctx) => ctx.reply(`You are ${ctx.wallets.map(shorten).join(', ')}.`),
  )
}

/** POST /clasp is WEBHOOK_URL. An event counts only if it is signed, and only once. */
function createReceiver(bot: Bot<ClubContext>, clasp: Clasp, signingSecret: string): Hono {
  const seen = createSeen()
  return new Hono()
    .post('/clasp', async (c) => {
      const event = await verifyWebhook(c.req.raw, signingSecret)
      if (event === null || seen.has(event.id)) return c.body(null, 204)
      // A throw answers 500, and Clasp sends the event again: greet first, then remember.
      await greet(bot, event)
      await decide(clasp, event)
      seen.add(event.id)
      return c.body(null, 204)
    })
    .onError((error, c) => {
      const isUnsigned = error instanceof ClaspError && error.code === 'webhook-unsigned'
      return isUnsigned ? c.text(error.message, 401) : c.text('try again', 500)
    })
}

async function greet(bot: Bot<ClubContext>, event: HostEvent): Promise<void> {
  if (event.type !== 'wallet.linked') return
  const { user, wallet } = event.data
  // Null once the member has deleted everything.
  if (user.telegramId === null) return
  const welcome = `Welcome to the club, ${shorten(wallet)}! (proven: ${wallet.level})`
  await bot.api.sendMessage(user.telegramId, welcome)
}

/**
 * A rule of the club's own, for groups whose door says "my code decides": two wallets let in. Whoever has fewer waits for the
 * group's administrators. Clasp asks where it receives the bot's updates itself, so with another BOT_MODE than off.
 */
async function decide(clasp: Clasp, event: HostEvent): Promise<void> {
  if (event.type !== 'join.asked' || event.data.rule !== 'host') return
  const { user, joinId } = event.data
  if (user.telegramId === null) return
  const wallets = await clasp.wallets(user.telegramId)
  const proven = wallets.filter(({ staleAt }) => staleAt === null)
  await clasp.decideJoin(joinId, proven.length >= 2 ? 'approve' : 'queue')
}

/** Ids of events that came already: Clasp delivers at least once. A real bot keeps them in its database. */
function createSeen() {
  const ids = new Set<string>()
  return {
    has: (id: string) => ids.has(id),
    add(id: string) {
      ids.add(id)
      const [oldest] = ids
      if (ids.size > 1_000 && oldest !== undefined) ids.delete(oldest)
    },
  }
}

function shorten({ displayAddress }: { displayAddress: string }): string {
  return `${displayAddress.slice(0, 4)}…${displayAddress.slice(-4)}`
}
