import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import type { ClientBuild } from '#server/builds/client-build.ts'
import { parseConfig } from '#server/config/config.ts'
import { ROOT } from '#server/config/root.ts'
import type { Environment } from '#server/config/environment.ts'
import type { Log } from '#server/log/log.ts'
import { startServer } from '#server/start-server.ts'
import type { EvmPolicy, TonTextBinding } from '#shared/boot.ts'
import type { Scope } from '#shared/api/host/host-endpoint.ts'
import { createApiKey } from '#server/http/host/api-key.ts'
import { openStore } from '#server/store/open-store.ts'
import type { DemoPages } from './demo-folders.ts'
import { readPageScripts } from './page-scripts.ts'
import {
  startDemoServices,
  type DemoServices,
  type DemoServicesOptions,
} from './start-demo-services.ts'
import { GROUP, PEOPLE } from './telegram/people.ts'
import { OUTSIDE_WALLET } from './ton/wallet/connect-link.ts'
import { type HostBotName, type RunningHostBot, startHostBot } from './start-host-bot.ts'
import { receiveEvents } from '../../docs/examples/receive-events.ts'

const HOST = '127.0.0.1'
/** How long the server may take to draw its pages with the demo's wallets, in milliseconds. */
const DRAWING_MS = 20_000
const RECEIVER_FILE = join(ROOT, 'docs/examples/receive-events.ts')

/** The bot in the chat: Clasp's bot, or an example of an operator's bot. */
export type DemoBot = 'clasp' | HostBotName

export type DemoOptions = Omit<DemoServicesOptions, 'appUrl' | 'evm' | 'pages' | 'hasOperator'> & {
  /** The Mini App: built, or from the development server; without EVM where the policy is `off`. */
  client: ClientBuild
  pages: DemoPages
  /** @default 'in-app' */
  evm?: EvmPolicy
  /** Whether Clasp requests a signed text from TON wallets. @default 'offer' */
  tonText?: TonTextBinding
  /** Port on which the real server listens. */
  appPort: number
  /** Origin of the page, if there is a proxy before the server. */
  appOrigin?: string
  databaseUrl: string
  bot: DemoBot
  log: Log
}

export type Demo = Pick<
  DemoServices,
  'messengerUrl' | 'world' | 'login' | 'story' | 'chain' | 'evm'
> & {
  /** Address of the Mini App. */
  appUrl: string
  /** Makes a key of the host API as the operator does. */
  makeApiKey(key: { name: string; scopes: readonly Scope[] }): Promise<string>
  close(): Promise<void>
}

/** Starts the whole world on loopback with the real server. The data key is random on every start. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { log, now, evm = 'in-app' } = options
  const appUrl = options.appOrigin ?? `http://${HOST}:${options.appPort}`
  const services = await startDemoServices({ ...options, appUrl, evm, hasOperator: true })
  const dataKey = randomBytes(32)
  const addKey: Demo['makeApiKey'] = (key) => makeApiKey({ ...options, dataKey }, key)
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`
  const server = await startServer({
    ...services.startOptions,
    config: demoConfig(options, {
      ...services.environment,
      ...(options.bot !== 'clasp' && { BOT_MODE: 'off' }),
      WEBHOOK_URL: `${services.operatorUrl}/clasp`,
      WEBHOOK_SIGNING_SECRET: signingSecret,
      WEBHOOK_ALLOW_HOSTS: HOST,
      DATA_KEY: dataKey.toString('hex'),
    }),
    client: await inSimulatedTelegram(options, services),
    log,
    now,
    fetch,
  })
  await seeWallets(options.appPort)
  // After the server, which warns of a file that another connection has open.
  const hostBot =
    options.bot === 'clasp'
      ? null
      : await startHostBot(options.bot, {
          token: services.world.botToken,
          apiRoot: services.messengerUrl,
          claspUrl: appUrl,
          apiKey: await addKey({ name: 'host-bot', scopes: ['wallets:read'] }),
          signingSecret,
        })
  services.setOperator(createOperator(services, { signingSecret, addKey, hostBot, appUrl }))

  return {
    messengerUrl: services.messengerUrl,
    appUrl,
    world: services.world,
    login: services.login,
    story: services.story,
    chain: services.chain,
    evm: services.evm,
    makeApiKey: addKey,
    async close() {
      await hostBot?.stop()
      await Promise.all([server.close(), services.close()])
    },
  }
}

/** The server does not wait for its list of wallets: until that is here, its pages show the wallets of the world outside. */
async function seeWallets(appPort: number): Promise<void> {
  const end = performance.now() + DRAWING_MS
  while (performance.now() < end) {
    const page = await fetch(`http://${HOST}:${appPort}/`)
    if ((await page.text()).includes(`"appName":"${OUTSIDE_WALLET}"`)) return
    await sleep(20)
  }
  throw new Error('the pages do not show the wallets of the demo')
}

/** Puts the scripts that simulate client and phone before all others of the page. Only EVM wallets need the phone. */
async function inSimulatedTelegram(
  { client, pages }: DemoOptions,
  { messengerUrl, evm }: DemoServices,
): Promise<ClientBuild> {
  const files = evm === null ? [pages.clientScript] : [pages.clientScript, pages.phoneScript]
  const scripts = await readPageScripts(files, messengerUrl)
  return { ...client, template: client.template.replace('<head>', () => `<head>${scripts}`) }
}

/** The same variables as in production, parsed by the same parser. */
function demoConfig(
  { appPort, databaseUrl, tonText = 'offer' }: DemoOptions,
  environment: Environment,
) {
  const verdict = parseConfig({
    ...environment,
    DATABASE_URL: databaseUrl,
    TON_TEXT_BINDING: tonText,
    ADMIN_IDS: String(PEOPLE[0].id),
    TOKEN_AUDIENCES: 'https://harbour.example',
    APP_NAME: 'Clasp',
    OPERATOR_NAME: GROUP.title,
    PURPOSE: 'Vote on what the club builds, and enter its owners’ group.',
    HOST,
    PORT: String(appPort),
  })
  if (!verdict.ok)
    throw new Error(`the demo's configuration is wrong: ${JSON.stringify(verdict.bad)}`)
  return verdict.config
}

type OperatorParts = {
  signingSecret: string
  addKey: Demo['makeApiKey']
  hostBot: RunningHostBot | null
  appUrl: string
}

/** The operator's server: it receives signed events, and gives away a key of the host API, as only a demo does. */
function createOperator(
  { story }: DemoServices,
  { signingSecret, addKey, hostBot, appUrl }: OperatorParts,
): Hono {
  const receiver = receiveEvents(signingSecret, (event) => story.receive(event))
  let key: Promise<string> | null = null
  const getKey = () => (key ??= addKey({ name: 'demo', scopes: ['wallets:read', 'events:read'] }))
  return (
    new Hono()
      .get('/for-developers', async (c) =>
        c.json({ key: await getKey(), receiver: await readFile(RECEIVER_FILE, 'utf8') }),
      )
      // What the command on the page prints, which the page of another origin may not ask itself.
      .get('/answers/:telegramId{[0-9]+}', async (c) => {
        const headers = { authorization: `Bearer ${await getKey()}` }
        const path = `/v1/users/${c.req.param('telegramId')}/wallets`
        const answer = await fetch(`${appUrl}${path}`, { headers })
        const body: unknown = await answer.json()
        return c.json({ status: answer.status, body })
      })
      .get('/for-operators', async (c) =>
        c.json(findOperatorsWay(await readFile(join(ROOT, 'README.md'), 'utf8'))),
      )
      .post('*', async (c) => {
        const answer = await receiver.fetch(c.req.raw.clone())
        return hostBot === null ? answer : hostBot.receive(c.req.raw)
      })
  )
}

/** The commands of the README that lead to a bot of one's own. */
function findOperatorsWay(readme: string): { title: string; commands: string } {
  const [, title, commands] = /^## (Live in .+)\n[^]*?^```sh\n([^]*?)^```$/m.exec(readme) ?? []
  if (title === undefined || commands === undefined) throw new Error('the README has no such part')
  return { title, commands }
}

type KeyDatabase = { databaseUrl: string; dataKey: Uint8Array; now: () => number }

/** Makes a key of the host API beside the running server, as the command `keys` does. */
async function makeApiKey(
  { databaseUrl, dataKey, now }: KeyDatabase,
  { name, scopes }: { name: string; scopes: readonly Scope[] },
): Promise<string> {
  const store = await openStore({ databaseUrl, dataKey, delivers: true })
  const { key, hash } = createApiKey()
  try {
    await store.addApiKey({ name, scopes: [...scopes], hash }, now())
  } finally {
    await store.close()
  }
  return key
}
