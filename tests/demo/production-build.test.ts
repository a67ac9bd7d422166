// @module-tag wide

import { spawn } from 'node:child_process'
import { cp, readdir, readlink, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeBuild } from '#build/make-build.ts'
import { publishBuild } from '#build/publish-build.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { TELEGRAM_WEB_ORIGINS } from '#server/http/content-security-policy.ts'
import { asShipped } from '#tests/support/as-shipped.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startTelegramApi } from '#tests/support/telegram-api.ts'
import { BOT_TOKEN } from '#tests/support/test-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Chunk = Rolldown.OutputChunk

/** Inside the project, so that the server finds its packages. */
const dist = join(root, 'node_modules/.cache/clasp-production')

/** The modules of which something is served. */
const getModules = (chunks: Chunk[]) =>
  chunks
    .flatMap(({ modules }) => Object.entries(modules))
    .filter(([, { code }]) => code !== null)
    .map(([id]) => id)

/** The chunks that the page loads before it runs: the entry and its static imports. */
function firstChunks(chunks: Chunk[]): Chunk[] {
  const entry = chunks.find(({ isEntry }) => isEntry)
  const reached = new Set(entry ? [entry.fileName] : [])
  for (const fileName of reached) {
    const chunk = chunks.find((candidate) => candidate.fileName === fileName)
    for (const imported of chunk?.imports ?? []) reached.add(imported)
  }
  return chunks.filter(({ fileName }) => reached.has(fileName))
}

describe('a production build', () => {
  let client: Chunk[]
  let withoutEvm: Chunk[]
  let server: Chunk[]
  beforeAll(async () => {
    await publishBuild(dist, async (folder) => {
      const parts = await asShipped(() => makeBuild(root, folder))
      client = parts.client
      withoutEvm = parts['client-without-evm']
      server = parts.server
    })
  }, 120_000)
  afterAll(() => rm(dist, { recursive: true, force: true }))

  test('holds no code of the demo world or the tests', () => {
    const foreign = [client, withoutEvm, server]
      .flatMap(getModules)
      .filter((id) => /\/(?:src\/demo|tests)\/|qps/.test(id))
    expect(getModules(client).some((id) => id.endsWith('src/client/main.tsx'))).toBe(true)
    expect(getModules(server).some((id) => id.endsWith('src/server/start-server.ts'))).toBe(true)
    expect(foreign).toEqual([])
  })

  test('has compiled messages, one chunk for each section and language, and no parser of message formats', () => {
    const words = client.flatMap(({ moduleIds }) => {
      const own = moduleIds.filter((id) =>
        /\/i18n\/\w+-(?:main|evm|admin|request|signing)\.js$/.test(id),
      )
      return own.length === 0 ? [] : [moduleIds]
    })
    expect(words.length).toBe(LANGUAGES.length * 5)
    expect(words.filter((moduleIds) => moduleIds.length > 1)).toEqual([])
    expect([client, server].flatMap(getModules).filter((id) => /messageformat/.test(id))).toEqual(
      [],
    )
    expect(getModules(server).some((id) => id.endsWith('i18n/fa-bot.js'))).toBe(true)
    const code = [...client, ...withoutEvm, ...server].map((chunk) => chunk.code).join('\n')
    expect(code).not.toContain('Çóóññééçt')
  })

  test('loads no wallet library before the first connect button', () => {
    const early = getModules(firstChunks(client)).filter((id) =>
      /@tonconnect|@reown|@walletconnect|viem/.test(id),
    )
    expect(early).toEqual([])
    expect(getModules(client).some((id) => id.includes('@tonconnect'))).toBe(true)
  })

  test('keeps the icons of later screens out of the first script', () => {
    const icons = getModules(client).filter((id) => id.endsWith('ui/icons.ts'))
    expect(icons).toHaveLength(1)
    expect(getModules(firstChunks(client))).not.toContain(icons[0])
  })

  test('keeps EVM wallets in separate chunks, and in none where the policy is off', () => {
    const evmModules = (chunks: Chunk[]) =>
      getModules(chunks).filter((id) =>
        /@reown|@walletconnect|\/viem\/|src\/(?:client\/(?:wallets\/evm|screens\/ticket)\/|i18n\/(?:\w+-)?evm\.js)/.test(
          id,
        ),
      )
    expect(evmModules(firstChunks(client))).toEqual([])
    for (const part of [
      '@reown',
      '@walletconnect',
      '/viem/',
      'wallets/evm',
      'i18n/evm.js',
      'en-evm.js',
    ])
      expect(evmModules(client).some((id) => id.includes(part))).toBe(true)
    expect(evmModules(withoutEvm)).toEqual([])
    expect(getModules(withoutEvm).some((id) => id.includes('@tonconnect'))).toBe(true)
  })

  test('never requests a transaction from a wallet', () => {
    const ours = client
      .flatMap(({ modules }) => Object.entries(modules))
      .filter(([id]) => id.startsWith(join(root, 'src')))
      .map(([, module]) => module.code ?? '')
      .join('\n')
    expect(ours).toContain('personal_sign')
    expect(ours.match(/.*(?:send|sign)Transaction.*/g)).toEqual(['\t\tsendTransaction: refuse,'])
  })

  test('starts, serves the Mini App compressed, and stops cleanly on a signal', async () => {
    const { appUrl, child } = await startCurrent()
    expect((await fetch(`${appUrl}/readyz`)).status).toBe(200)
    const page = await (await fetch(appUrl)).text()
    expect(page).toContain('Connect wallet')
    expect(page).toContain(`"frameOrigins":${JSON.stringify(TELEGRAM_WEB_ORIGINS)}`)
    const [, asset = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
    const script = await fetch(`${appUrl}${asset}`, { headers: { 'accept-encoding': 'br' } })
    expect(script.headers.get('content-encoding')).toBe('br')
    for (const [, link = ''] of page.matchAll(/modulepreload" href="([^"]+)"/g)) {
      expect((await fetch(`${appUrl}${link}`)).status).toBe(200)
    }

    child.kill('SIGTERM')
    const code = await new Promise((resolve) => child.once('exit', resolve))
    expect(code).toBe(0)
  }, 120_000)

  test('serves its assets and those of a later build, and continues when its folder is deleted', async () => {
    const former = await readlink(join(dist, 'current'))
    const assets = await readdir(join(dist, former, SERVED))
    const one = await startCurrent()
    const [changed = ''] = assets
    await publishBuild(dist, async (folder) => {
      await cp(join(dist, former), folder, { recursive: true })
      await rename(join(folder, SERVED, changed), join(folder, SERVED, 'changed-l1.js'))
    })
    const other = await startCurrent()
    for (const { appUrl } of [one, other]) {
      expect(await missing(appUrl, [...assets, 'changed-l1.js'])).toEqual([])
    }
    await rm(join(dist, former), { recursive: true })
    expect(await missing(one.appUrl, assets)).toEqual([])
    expect(await (await fetch(one.appUrl)).text()).toContain('Connect wallet')
  }, 120_000)

  test('copies its assets for a server on another disk, and starts where it cannot copy them', async () => {
    const former = await readlink(join(dist, 'current'))
    const [changed = ''] = await readdir(join(dist, former, SERVED))
    const shared = join(dist, 'shared')
    await startCurrent({ BUILDS_DIR: shared })
    await publishBuild(dist, async (folder) => {
      await cp(join(dist, former), folder, { recursive: true })
      await rm(join(folder, SERVED, changed))
    })
    const other = await startCurrent({ BUILDS_DIR: shared })
    expect(await missing(other.appUrl, [changed])).toEqual([])
    const { appUrl } = await startCurrent({ BUILDS_DIR: join(dist, 'current/server/main.js') })
    expect((await fetch(`${appUrl}/readyz`)).status).toBe(200)
  }, 120_000)
})

/** The folder that a server with `EVM=off` serves. */
const SERVED = 'client-without-evm/assets'

async function missing(appUrl: string, assets: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of assets) {
    const response = await fetch(`${appUrl}/assets/${name}`)
    await response.arrayBuffer()
    if (!response.ok) found.push(name)
  }
  return found
}

/** Starts the current build as `npm start` does, with a separate database. */
async function startCurrent(variables: Record<string, string> = {}) {
  const port = await freePort()
  const appUrl = `http://127.0.0.1:${port}`
  const telegram = await startTelegramApi({ botToken: BOT_TOKEN, appUrl })
  const child = spawn(process.execPath, ['current/server/main.js'], {
    cwd: dist,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      BOT_TOKEN,
      BOT_MODE: 'off',
      PUBLIC_URL: appUrl,
      DATA_KEY: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
      DATABASE_URL: `file:${join(dist, `${port}.db`)}`,
      EVM: 'off',
      TELEGRAM_API_ROOT: telegram.apiRoot,
      PORT: String(port),
      ...variables,
    },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
    return telegram.close()
  })
  const lines = createInterface({ input: child.stdout })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => line.includes('Clasp is running') && resolve())
    child.once('exit', () => reject(new Error('the server did not start')))
  })
  return { appUrl, child }
}
