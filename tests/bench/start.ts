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
import { rememberHome } from './remember-home.ts'
import { type Production, startProduction } from './start-production.ts'
import { median } from './statistics.ts'

/**
 * `npm run bench:start [runs]`: the production build in Chromium, slowed down to a mid-range phone
 * on a poor line, interleaved with the floor: an empty React page with the same SDK.
 */
const RUNS = Number(process.argv[2] ?? 7)
const ROOT = join(import.meta.dirname, '../..')
const CHOOSER = 'Wallet in Telegram'
/** Of a wallet that the device remembers. */
const NAME = 'Savings'
/** In the app, so that the larger of the two builds is measured. The node is never asked. */
const EVM = {
  EVM: 'in-app',
  REOWN_PROJECT_ID: '0'.repeat(32),
}

const directory = await mkdtemp(join(tmpdir(), 'clasp-bench-start-'))
execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'ignore' })
const [floor, hydrated] = [await servePage('floor'), await servePage('hydrated')]
const clasp = await startProduction({
  DATABASE_URL: `file:${join(directory, 'clasp.db')}`,
  ...EVM,
})
const browser = await launchBrowser()
try {
  print(await measure())
  printChoosers(await measureChoosers(browser, RUNS))
} finally {
  await browser.close()
  await clasp.stop()
  floor.stop()
  hydrated.stop()
  await rm(directory, { recursive: true, force: true })
}

/**
 * `hydrated`: React alone takes one button over. `tapped`: the button is tapped in the frame in which it is painted.
 * `returning`: the device remembers two wallets, and the server's truth is that there are none.
 */
type BenchTarget = 'floor' | 'hydrated' | 'clasp' | 'tapped' | 'returning'
type BenchResults = Record<BenchTarget, Measurement[]>

async function measure(): Promise<BenchResults> {
  const results: BenchResults = { floor: [], hydrated: [], clasp: [], tapped: [], returning: [] }
  const task = { tap: false, chooser: CHOOSER, wallet: null, saved: {} }
  for (let run = 0; run < RUNS; run += 1) {
    const { url, telegramId } = launch(clasp)
    const hash = new URL(url).hash
    const saved = await rememberHome(browser, { url, telegramId, name: NAME })
    const subjects = {
      floor: { ...task, url: `${floor.url}/${hash}` },
      hydrated: { ...task, url: `${hydrated.url}/${hash}` },
      clasp: { ...task, url },
      tapped: { ...task, url, tap: true },
      returning: { ...task, url, saved, wallet: NAME },
    }
    results.floor.push(await measurePage(browser, subjects.floor))
    results.hydrated.push(await measurePage(browser, subjects.hydrated))
    results.clasp.push(await measurePage(browser, subjects.clasp))
    results.tapped.push(await measurePage(browser, subjects.tapped))
    results.returning.push(await measurePage(browser, subjects.returning))
  }
  return results
}

function print(results: BenchResults): void {
  const { floor, hydrated, clasp, tapped, returning } = results
  console.log(
    `${new Date().toISOString().slice(0, 10)}: 4x CPU slow-down, 150 ms RTT, 1.6 Mbit/s, brotli, cold cache, medians of ${RUNS} interleaved runs`,
  )
  const row = rowsAgainst(floor)
  row('first paint', clasp, { key: 'paint', max: 0.6 })
  row('connect button usable', clasp, { key: 'usable', max: 0.95 })
  row('React answers the button', clasp, { key: 'answering' })
  row('main thread held up', clasp, { key: 'longTasks', max: 1.2 })
  row('returning member: first paint', returning, { key: 'paint', max: 0.6 })
  row('returning member: wallets visible', returning, {
    key: 'wallets',
    base: 'usable',
    max: 0.95,
  })
  row('returning member: main thread held up', returning, { key: 'longTasks', max: 1.2 })
  row('React alone, hydrating one button', hydrated, { key: 'answering' })
  row('React alone: main thread held up', hydrated, { key: 'longTasks' })
  line(
    'script that had come when React answers',
    `${bytes(of(clasp, 'scriptBrotli'))} brotli, ${bytes(of(clasp, 'scriptGzip'))} gzip (floor ${bytes(of(floor, 'scriptBrotli'))})`,
    verdict(of(clasp, 'scriptBrotli') / 1_000, 85, ' kB'),
  )
  for (const [name, runs] of Object.entries({ clasp, tapped, returning })) {
    line(`layout shift, ${name}`, of(runs, 'shift').toFixed(4), verdict(of(runs, 'shift'), 0))
  }
  const wait = median(tapped.map(({ chooser, usable }) => chooser - usable))
  line(
    'tap in the first frame → chooser',
    `${wait.toFixed(0)} ms, ${of(tapped, 'chooser').toFixed(0)} ms from the start`,
    verdict(wait, 1_100, ' ms'),
  )
}

type Figure = { key: keyof Measurement; base?: keyof Measurement; max?: number }

/** @returns prints one figure beside the floor's, with the most that their ratio may be */
function rowsAgainst(floor: Measurement[]) {
  return (name: string, runs: Measurement[], { key, base = key, max }: Figure) => {
    const [theirs, ours] = [of(floor, base), of(runs, key)]
    const figures = `floor ${theirs.toFixed(0)} ms, ours ${ours.toFixed(0)} ms, ratio ${(ours / theirs).toFixed(2)}`
    line(name, figures, max === undefined ? '' : verdict(ours / theirs, max))
  }
}

function printChoosers({ cold, warm }: Choosers): void {
  const row = (name: string, key: keyof ChooserTimes, aims: { cold?: number; warm?: number }) => {
    const reported = [
      ['cold', cold, aims.cold],
      ['warm', warm, aims.warm],
    ] as const
    for (const [state, times, max] of reported) {
      const time = median(times.map((run) => run[key]))
      line(
        `${name}, ${state}`,
        `${time.toFixed(0)} ms`,
        max === undefined ? '' : verdict(time, max, ' ms'),
      )
    }
  }
  console.log('\nfrom a tap, Home being drawn')
  row('connect button → TON wallets', 'ton', { cold: 1_100, warm: 300 })
  row('connect button → EVM wallets', 'evm', { warm: 300 })
  row('EVM wallet → its link, opened', 'link', { cold: 1_500 })
  row('all other EVM wallets → AppKit', 'modal', {})
}

function line(name: string, figures: string, judgement: string): void {
  console.log(`${name.padEnd(42)} ${figures}${judgement}`)
}

/** @param max the most that the value may be */
function verdict(value: number, max: number, unit = ''): string {
  return ` (aim ${max}${unit}: ${value <= max ? 'met' : 'MISSED'})`
}

function bytes(count: number): string {
  return `${(count / 1_000).toFixed(1)} kB`
}

function of(runs: Measurement[], key: keyof Measurement): number {
  return median(runs.map((run) => run[key]))
}

/** A page of this folder, built here and served with the same compression. */
async function servePage(name: 'floor' | 'hydrated') {
  const outDir = join(directory, name)
  await build({
    root: join(import.meta.dirname, name),
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic' } },
    resolve: { dedupe: ['valibot'] },
    plugins: [compression({ algorithms: ['brotliCompress', 'gzip'] })],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  })
  const port = await freePort()
  const app = new Hono().use(serveStatic({ root: outDir, precompressed: true }))
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port })
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

/** Where the simulated Telegram opens the Mini App, with fresh init data each time. */
function launch({ url, world }: Production): { url: string; telegramId: number } {
  const [account] = world.accounts()
  if (!account) throw new Error('the simulated Telegram has nobody in it')
  const telegramId = account.id
  return {
    telegramId,
    url: world.launch({
      accountId: telegramId,
      source: 'menu',
      url: `${url}/`,
      platform: 'ios',
      version: '9.1',
      theme: 'day',
    }),
  }
}
