import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startDemoServices } from '#demo/start-demo-services.ts'
import type { Environment } from '#server/config/environment.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import { freePort } from '#tests/support/free-port.ts'
import { getConfig } from '#tests/support/get-config.ts'

const AUTH = `a.${Buffer.from('{"iss":"did:key:a"}').toString('base64url')}.b`

describe('the services around Clasp in the demo', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'clasp-pages-'))
    for (const page of ['messenger', 'wallet', 'evm-wallet', 'ui']) {
      await mkdir(join(directory, page))
      await writeFile(join(directory, page, 'index.html'), `page of ${page}`)
    }
  })
  afterAll(() => rm(directory, { recursive: true }))

  test.each(['in-app', 'browser'] as const)(
    'serves relay, wallet and chains on one origin where the policy is %s',
    async (policy) => {
      const { messengerUrl, environment, startOptions, evm } = await start(policy)
      expect(await textAt(`${messengerUrl}/evm-wallet/`)).toBe('page of evm-wallet')
      expect(await textAt(`${messengerUrl}/wallet/`)).toBe('page of wallet')
      expect(await textAt(`${messengerUrl}/`)).toBe('page of messenger')
      expect(startOptions.evmRelayUrl).toBe(`${messengerUrl.replace('http', 'ws')}/relay`)
      const query = `?auth=${AUTH}&projectId=${environment.REOWN_PROJECT_ID}`
      const socket = new WebSocket(`${startOptions.evmRelayUrl}${query}`)
      await once(socket, 'open')
      evm?.relay.dropSockets()
      await once(socket, 'close')
      expect(getEvm(environment)).toMatchObject({
        policy,
        chains: [
          { id: 1, rpcUrls: [evm?.chains[0]?.url] },
          { id: 8453, rpcUrls: [evm?.chains[1]?.url] },
        ],
      })
    },
    30_000,
  )

  test('serves nothing of EVM where the policy is off', async () => {
    const { messengerUrl, environment, startOptions, evm } = await start('off')
    expect(evm).toBeNull()
    expect(startOptions.evmRelayUrl).toBeNull()
    expect((await fetch(`${messengerUrl}/evm-wallet/`)).status).toBe(404)
    expect(getEvm(environment)).toEqual({ policy: 'off' })
    const socket = new WebSocket(`${messengerUrl.replace('http', 'ws')}/relay?auth=${AUTH}`)
    const [error] = await once(socket, 'error').catch((reason: unknown) => [reason])
    expect(error).toBeInstanceOf(Error)
  }, 30_000)

  async function start(evm: EvmPolicy) {
    const messengerPort = await freePort()
    const pages = {
      messenger: join(directory, 'messenger'),
      wallet: join(directory, 'wallet'),
      evmWallet: join(directory, 'evm-wallet'),
      ui: join(directory, 'ui'),
    }
    const appUrl = 'http://127.0.0.1:4000'
    const services = await startDemoServices({
      pages,
      messengerPort,
      appUrl,
      evm,
      hasOperator: true,
      now: Date.now,
    })
    onTestFinished(() => services.close())
    return services
  }
})

function getEvm(environment: Environment) {
  const rest = { DATA_KEY: randomBytes(32).toString('hex'), DATABASE_URL: 'file::memory:' }
  return getConfig({ ...environment, ...rest }).evm
}

async function textAt(url: string): Promise<string> {
  return (await fetch(url)).text()
}
