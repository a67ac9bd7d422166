import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { build } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { launchBrowser } from '#tests/support/browser.ts'
import { listenHere } from '#tests/support/listen-here.ts'
import { measureChoosers } from './choosers.ts'
import { measureInteractions, type ScreenDelay } from './measure-interactions.ts'
import { measurePage, type Subject } from './measure-page.ts'
import {
  printChoosers,
  printDelays,
  printStarts,
  START_KINDS,
  type Starts,
  type StartKind,
} from './print-starts.ts'
import { rememberHome, type SavedStorage } from './remember-home.ts'
import { HOLDER_NAME, type Launches, startLaunches, WALLET_NAME } from './start-launches.ts'

/**
 * `npm run bench:start [runs] [checkout]`: the production build in Chromium, slowed down to a mid-range phone
 * on a poor line, interleaved with the floor: an empty React page with the same SDK. With the folder of another checkout
 * that has been built, its build takes turns with this one, and its figures are printed too.
 */
const RUNS = Number(process.argv[2] ?? 7)
const FORMER = process.argv[3] ?? null
const ROOT = join(import.meta.dirname, '../..')
const CHOOSER = 'Wallet in Telegram'
/** Started after all others, because whoever opens a cosigning has another Home from then on. */
const COSIGNINGS: readonly StartKind[] = ['cosigning', 'ownCosigning']
const COSIGNING = 'asks you to agree'
const OWN_COSIGNING = 'Waiting for approvals'

const directory = await mkdtemp(join(tmpdir(), 'clasp-bench-start-'))
execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'ignore' })
const [floor, hydrated] = [await servePage('floor'), await servePage('hydrated')]
const clasp = await startLaunches(`file:${join(directory, 'clasp.db')}`)
const former =
  FORMER === null ? null : await startLaunches(`file:${join(directory, 'former.db')}`, FORMER)
const browser = await launchBrowser()
try {
  await measure()
  if (former === null) printChoosers(await measureChoosers(browser, RUNS))
} finally {
  await browser.close()
  await clasp.stop()
  await former?.stop()
  await floor.close()
  await hydrated.close()
  await rm(directory, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const starts: Starts = { floor: [], hydrated: [], ours: noStarts(), former: noStarts() }
  for (const kinds of [START_KINDS.filter((kind) => !isCosigning(kind)), COSIGNINGS])
    for (let run = 0; run < RUNS; run += 1) await measureEach(kinds, starts)
  printStarts(starts)
  printDelays(await measureDelays())
}

function isCosigning(kind: StartKind): boolean {
  return COSIGNINGS.includes(kind)
}

/** Starts the floor and each of these once, in turn. */
async function measureEach(kinds: readonly StartKind[], starts: Starts): Promise<void> {
  const { hash } = new URL(clasp.home())
  starts.floor.push(await measurePage(browser, toSubject(`${floor.url}/${hash}`)))
  starts.hydrated.push(await measurePage(browser, toSubject(`${hydrated.url}/${hash}`)))
  const saved = await remember(clasp)
  const subjects = getSubjects(clasp, saved)
  const theirs = former && getSubjects(former, await remember(former))
  for (const kind of kinds) {
    starts.ours[kind].push(await measurePage(browser, subjects[kind]))
    if (theirs) starts.former[kind].push(await measurePage(browser, theirs[kind]))
  }
}

/** After the starts, because it leaves attempts behind. */
async function measureDelays(): Promise<ScreenDelay[]> {
  const saved = await remember(clasp)
  const delays: ScreenDelay[] = []
  for (let run = 0; run < RUNS; run += 1) {
    delays.push(...(await measureInteractions(browser, clasp, saved)))
  }
  return delays
}

function noStarts(): Starts['ours'] {
  return {
    home: [],
    tapped: [],
    returning: [],
    chooser: [],
    another: [],
    request: [],
    pressed: [],
    answering: [],
    card: [],
    ownCard: [],
    cosigning: [],
    ownCosigning: [],
    wrong: [],
  }
}

function remember(launches: Launches): Promise<SavedStorage> {
  return rememberHome(browser, {
    url: launches.returning(),
    link: launches.answering(),
    telegramId: launches.holderId,
  })
}

/**
 * `tapped`: the button is tapped in the frame in which it is painted. `returning`: the device remembers the two wallets
 * that the server knows. `pressed`: Telegram's main button of the request is pressed as soon as it is shown; the run fails unless
 * the choice of a wallet follows. The others are links that lead past Home.
 */
function getSubjects(launches: Launches, saved: SavedStorage): Record<StartKind, Subject> {
  return {
    home: toSubject(launches.home()),
    tapped: { ...toSubject(launches.home()), tap: true },
    returning: { ...toSubject(launches.returning()), saved, words: WALLET_NAME },
    chooser: { ...toSubject(launches.chooser()), words: CHOOSER },
    another: { ...toSubject(launches.another()), saved, words: CHOOSER },
    request: { ...toSubject(launches.request()), words: 'asks for your wallet' },
    pressed: { ...toSubject(launches.request()), press: true },
    answering: { ...toSubject(launches.answering()), saved, words: WALLET_NAME },
    card: { ...toSubject(launches.card()), words: HOLDER_NAME },
    ownCard: { ...toSubject(launches.ownCard()), saved, words: HOLDER_NAME },
    cosigning: { ...toSubject(launches.cosigning()), words: COSIGNING },
    ownCosigning: { ...toSubject(launches.ownCosigning()), words: OWN_COSIGNING },
    wrong: { ...toSubject(launches.wrong()), words: 'No such request' },
  }
}

function toSubject(url: string): Subject {
  return { url, tap: false, press: false, chooser: CHOOSER, words: null, saved: {} }
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
  const app = new Hono().use(serveStatic({ root: outDir, precompressed: true }))
  return listenHere(app)
}
