import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { build } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { launchBrowser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type Choosers, type ChooserTimes, measureChoosers } from './choosers.ts'
import { measurePage, type Measurement } from './measure-page.ts'
import { type Production, startProduction } from './start-production.ts'
import { median } from './statistics.ts'

/**
 * `npm run bench:start [runs]`: the production build in Chromium, slowed down to a mid-range phone
 * on a poor line, interleaved with the floor: an empty React page with the same SDK.
 */
const RUNS = Number(process.argv[2] ?? 7)
const ROOT = join(import.meta.dirname, '../..')
const CHOOSER = 'Wallet in Telegram'

const directory = await mkdtemp(join(tmpdir(), 'clasp-bench-start-'))
execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'ignore' })
const floor = await serveFloor()
const clasp = await startProduction({ DATABASE_URL: `file:${join(directory, 'clasp.db')}` })
const browser = await launchBrowser()
try {
  print(await measure())
  printChoosers(await measureChoosers(browser, RUNS))
} finally {
  await browser.close()
  await clasp.stop()
  floor.stop()
  await rm(directory, { recursive: true, force: true })
}

type Target = 'floor' | 'clasp' | 'tapped'

async function measure(): Promise<Record<Target, Measurement[]>> {
  const results: Record<Target, Measurement[]> = { floor: [], clasp: [], tapped: [] }
  for (let run = 0; run < RUNS; run += 1) {
    const url = launch(clasp)
    const hash = new URL(url).hash
    results.floor.push(
      await measurePage(browser, { url: `${floor.url}/${hash}`, tap: false, chooser: CHOOSER }),
    )
    results.clasp.push(await measurePage(browser, { url, tap: false, chooser: CHOOSER }))
    results.tapped.push(await measurePage(browser, { url, tap: true, chooser: CHOOSER }))
  }
  return results
}

function print({ floor, clasp, tapped }: Record<Target, Measurement[]>): void {
  const row = (name: string, key: keyof Measurement, unit: string) => {
    const [base, ours] = [of(floor, key), of(clasp, key)]
    console.log(
      `${name.padEnd(36)} floor ${base.toFixed(0)} ${unit}, Clasp ${ours.toFixed(0)} ${unit}, ratio ${(ours / base).toFixed(2)}`,
    )
  }
  console.log(
    `4x CPU slow-down, 150 ms RTT, 1.6 Mbit/s, brotli, cold cache, medians of ${RUNS} interleaved runs`,
  )
  row('first paint', 'paint', 'ms')
  row('connect button usable', 'usable', 'ms')
  row('React answers the button', 'answering', 'ms')
  row('script that had come by then, brotli', 'scriptBrotli', 'B')
  row('script that had come by then, gzip', 'scriptGzip', 'B')
  row('main thread held up', 'longTasks', 'ms')
  console.log(`layout shift                         ${of(clasp, 'shift').toFixed(4)}`)
  const wait = of(tapped, 'chooser') - of(tapped, 'usable')
  console.log(
    `tap in that very frame: chooser after ${wait.toFixed(0)} ms, ${of(tapped, 'chooser').toFixed(0)} ms from the start`,
  )
}

function printChoosers({ cold, warm }: Choosers): void {
  const row = (name: string, key: keyof ChooserTimes) => {
    const [first, again] = [cold, warm].map((times) => median(times.map((run) => run[key])))
    console.log(`${name.padEnd(58)} cold ${first?.toFixed(0)} ms, warm ${again?.toFixed(0)} ms`)
  }
  console.log('\nfrom a tap, Home being drawn and idle')
  row('connect button → TON wallets', 'ton')
  row('connect button → cells of the EVM wallets', 'evm')
  row('EVM wallet → its link, made and opened', 'link')
  row('all other EVM wallets → AppKit', 'modal')
}

function of(runs: Measurement[], key: keyof Measurement): number {
  return median(runs.map((run) => run[key]))
}

/** The floor, built here and served with the same compression. */
async function serveFloor() {
  const outDir = join(directory, 'floor')
  await build({
    root: join(import.meta.dirname, 'floor'),
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic' } },
    resolve: { dedupe: ['valibot'] },
    plugins: [compression({ algorithms: ['brotliCompress', 'gzip'] })],
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  })
  const port = await freePort()
  const app = new Hono().use(serveStatic({ root: outDir, precompressed: true }))
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port })
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

/** Where the simulated Telegram opens the Mini App, with fresh launch data each time. */
function launch({ url, world }: Production): string {
  const [account] = world.accounts()
  if (!account) throw new Error('the simulated Telegram has nobody in it')
  return world.launch({
    accountId: account.id,
    source: 'menu',
    url: `${url}/`,
    platform: 'ios',
    version: '9.1',
    theme: 'day',
  })
}
