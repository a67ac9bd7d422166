import { randomBytes } from 'node:crypto'
import type { ClientBuild } from '#server/client-build.ts'
import { type Environment, parseConfig } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { startServer } from '#server/start-server.ts'
import type { Scope } from '#shared/api/host/host-endpoint.ts'
import { createDemoHostBot } from './host-bot.ts'
import { makeApiKey } from './make-api-key.ts'
import {
  startSurroundings,
  type Surroundings,
  type SurroundingsOptions,
} from './start-surroundings.ts'
import { PEOPLE } from './telegram/people.ts'

const HOST = '127.0.0.1'

/** Who answers in the chat: Clasp's own bot, or the example of an owner's bot with Clasp beside it. */
export type DemoBot = 'clasp' | 'host'

export type DemoOptions = Omit<SurroundingsOptions, 'appUrl'> & {
  /** The Mini App: built, or from the development server. */
  client: ClientBuild
  /** Port on which the real server listens. */
  appPort: number
  /** Origin under which the page is reached, if something stands before the server. */
  appOrigin?: string
  databaseUrl: string
  bot: DemoBot
  log: Log
}

export type Demo = Pick<Surroundings, 'hostUrl' | 'world' | 'chain'> & {
  /** Where the Mini App is. */
  appUrl: string
  /** A key of the host API, as the owner would make it. */
  makeApiKey(key: { name: string; scopes: readonly Scope[] }): Promise<string>
  close(): Promise<void>
}

/** The whole world on loopback, and the real server in it. Its data key is random on every start. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { client, log, now } = options
  const appUrl = options.appOrigin ?? `http://${HOST}:${options.appPort}`
  const surroundings = await startSurroundings({ ...options, appUrl })
  const dataKey = randomBytes(32)
  const addKey: Demo['makeApiKey'] = (key) => makeApiKey({ ...options, dataKey }, key)
  const hostBot =
    options.bot === 'host'
      ? createDemoHostBot(surroundings, {
          appUrl,
          apiKey: await addKey({ name: 'host-bot', scopes: ['wallets:read'] }),
        })
      : null
  const server = await startServer({
    ...surroundings.startOptions,
    config: demoConfig(options, {
      ...surroundings.environment,
      ...hostBot?.environment,
      DATA_KEY: dataKey.toString('hex'),
    }),
    client,
    log,
    now,
    fetch,
  })
  hostBot?.start()

  return {
    hostUrl: surroundings.hostUrl,
    appUrl,
    world: surroundings.world,
    chain: surroundings.chain,
    makeApiKey: addKey,
    async close() {
      await hostBot?.stop()
      const stopped = server.close()
      surroundings.close()
      await stopped
    },
  }
}

/** The same variables as in production, parsed by the same parser. */
function demoConfig({ appPort, databaseUrl }: DemoOptions, environment: Environment) {
  const verdict = parseConfig({
    ...environment,
    DATABASE_URL: databaseUrl,
    EVM: 'off',
    ADMIN_IDS: String(PEOPLE[0].id),
    APP_NAME: 'Clasp',
    HOST,
    PORT: String(appPort),
  })
  if (!verdict.ok)
    throw new Error(`the demo's configuration is wrong: ${JSON.stringify(verdict.bad)}`)
  return verdict.config
}
