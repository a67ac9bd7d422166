import { Bot, InlineKeyboard } from 'grammy'
import { Hono } from 'hono'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import * as v from 'valibot'

export type HostBotOptions = {
  /** The bot that you run already. Clasp has the same token, with BOT_MODE=off. */
  token: string
  /** Such as `https://api.telegram.org`. */
  apiRoot: string
  /** PUBLIC_URL of your Clasp. */
  claspUrl: string
  /** Key of `npm run keys -- add my-bot --scope wallets:read`. */
  apiKey: string
  /** WEBHOOK_SIGNING_SECRET of your Clasp, `whsec_…`. */
  signingSecret: string
}

/** Of Clasp's events, what this bot reads. /openapi.json describes all of it. */
const LinkedSchema = v.object({
  type: v.literal('wallet.linked'),
  data: v.object({
    user: v.object({ telegramId: v.string() }),
    wallet: v.object({ displayAddress: v.string(), level: v.string() }),
  }),
})

const WalletsSchema = v.object({
  wallets: v.array(v.object({ displayAddress: v.string(), primary: v.boolean() })),
})

/**
 * A bot that receives its updates itself and lets Clasp prove wallets. It posts the connect button, is
 * notified of a proven wallet by webhook, and can query a member's wallets at any time.
 */
export function createHostBot(options: HostBotOptions): { bot: Bot; receiver: Hono } {
  const { token, apiRoot } = options
  const bot = new Bot(token, { client: { apiRoot } })
  addCommands(bot, options)
  return { bot, receiver: createReceiver(bot, options.signingSecret) }
}

function addCommands(bot: Bot, options: HostBotOptions): void {
  bot.chatType('private').command('start', (ctx) =>
    ctx.reply('Members of the club have a wallet. Connecting is free and moves nothing.', {
      reply_markup: new InlineKeyboard().webApp('Connect wallet', options.claspUrl),
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

  bot.chatType('private').command('whoami', async (ctx) => {
    const address = await primaryWallet(String(ctx.from.id), options)
    await ctx.reply(
      address === undefined
        ? 'I know no wallet of yours yet. Send /start to connect one.'
        : `You are ${shorten(address)}.`,
    )
  })
}

/** Asks Clasp who a Telegram account is. */
async function primaryWallet(
  telegramId: string,
  { claspUrl, apiKey }: HostBotOptions,
): Promise<string | undefined> {
  const response = await fetch(`${claspUrl}/v1/users/${telegramId}/wallets`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  if (!response.ok) throw new Error(`Clasp answered ${response.status}`)
  const { wallets } = v.parse(WalletsSchema, await response.json())
  return wallets.find(({ primary }) => primary)?.displayAddress
}

/** POST /clasp is WEBHOOK_URL. An event counts only if it is signed, and only once. */
function createReceiver(bot: Bot, signingSecret: string): Hono {
  const webhook = new Webhook(signingSecret)
  const seen = createSeen()
  return new Hono().post('/clasp', async (c) => {
    const body = await c.req.text()
    try {
      webhook.verify(body, c.req.header())
    } catch (error) {
      if (error instanceof WebhookVerificationError) return c.text('not signed by Clasp', 401)
      throw error
    }
    const id = c.req.header('webhook-id') ?? ''
    if (seen.has(id)) return c.body(null, 204)
    // A throw answers 500, and Clasp sends the event again: greet first, then remember.
    await greet(bot, body)
    seen.add(id)
    return c.body(null, 204)
  })
}

/** Ignores unknown events, because new types may be added. */
async function greet(bot: Bot, body: string): Promise<void> {
  const event = v.safeParse(v.pipe(v.string(), v.parseJson(), LinkedSchema), body)
  if (!event.success) return
  const { user, wallet } = event.output.data
  await bot.api.sendMessage(
    user.telegramId,
    `Welcome to the club, ${shorten(wallet.displayAddress)}! (proven: ${wallet.level})`,
  )
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

function shorten(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`
}
