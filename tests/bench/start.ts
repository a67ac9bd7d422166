import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { launchBrowser } from '#tests/support/browser.ts'
import { listenHere } from '#tests/support/listen-here.ts'
import { measureChoosers } from './choosers.ts'
import { makeFolder } from './dialects.ts'
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
import type { SavedStorage } from './on-phone.ts'
import { rememberHome } from './remember-home.ts'
import { HOLDER_NAME, type Launches, startLaunches, WALLET_NAME } from './start-launches.ts'
import { after, undoing } from './undoing.ts'

/**
 * `npm run bench:start [runs] [checkout]`: the production build in Chromium, slowed down to a mid-range phone
 * on a poor line, interleaved with the floor: an empty React page with the same SDK. With the folder of another checkout
 * that has been built, its build takes turns with this one, and its figures are printed too.
 */
const RUNS = Number(process.argv[2] ?? 7)
const FORMER = process.argv[3] ?? null
const CHOOSER = 'Wallet in Telegram'
/** Started after all others, because whoever opens a cosigning has another Home from then on. */
const COSIGNINGS: readonly StartKind[] = ['cosigning', 'ownCosigning']
const COSIGNING = 'asks you to agree'
const OWN_COSIGNING = 'Waiting for approvals'

await undoing(async () => {
  const directory = await makeFolder('start')
  const former =
    FORMER === null ? null : await startLaunches(`file:${join(directory, 'former.db')}`, FORMER)
  const pages: BuiltPages = {
    floor: await servePage(directory, 'floor'),
    hydrated: await servePage(directory, 'hydrated'),
    clasp: await startLaunches(`file:${join(directory, 'clasp.db')}`),
    former,
  }
  const browser = await launchBrowser()
  after(() => browser.close())
  await measure(browser, pages)
  if (former === null) printChoosers(await measureChoosers(browser, RUNS))
})

/** `floor`, `hydrated`: where such a page is. */
type BuiltPages = { floor: string; hydrated: string; clasp: Launches; former: Launches | null }

async function measure(browser: Browser, pages: BuiltPages): Promise<void> {
  const starts: Starts = { floor: [], hydrated: [], ours: [], former: [] }
  for (const kinds of [START_KINDS.filter((kind) => !COSIGNINGS.includes(kind)), COSIGNINGS])
    for (let run = 0; run < RUNS; run += 1) await measureEach(browser, pages, { kinds, starts })
  printStarts(starts)
  // After the starts, because it leaves attempts behind.
  const saved = await remember(browser, pages.clasp)
  const delays: ScreenDelay[] = []
  for (let run = 0; run < RUNS; run += 1)
    delays.push(...(await measureInteractions(browser, pages.clasp, saved)))
  printDelays(delays)
}

/** Starts the floor and each of these once, in turn. */
async function measureEach(
  browser: Browser,
  { floor, hydrated, clasp, former }: BuiltPages,
  { kinds, starts }: { kinds: readonly StartKind[]; starts: Starts },
): Promise<void> {
  const { hash } = new URL(clasp.home())
  starts.floor.push(await measurePage(browser, toSubject(`${floor}/${hash}`)))
  starts.hydrated.push(await measurePage(browser, toSubject(`${hydrated}/${hash}`)))
  const subjects = getSubjects(clasp, await remember(browser, clasp))
  const theirs = former && getSubjects(former, await remember(browser, former))
  for (const kind of kinds) {
    starts.ours.push({ kind, ...(await measurePage(browser, subjects[kind])) })
    if (theirs) starts.former.push({ kind, ...(await measurePage(browser, theirs[kind])) })
  }
}

function remember(browser: Browser, launches: Launches): Promise<SavedStorage> {
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
async function servePage(directory: string, name: 'floor' | 'hydrated'): Promise<string> {
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
  const { url, close } = await listenHere(app)
  after(close)
  return url
}
