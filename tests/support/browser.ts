import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Browser } from 'playwright-core'

const UNPACKED = join(import.meta.dirname, '../../node_modules/.cache/chromium')
/**
 * It unpacks into the folder for temporary files, which may contain a browser of another user or version. Older versions
 * have the path as a property.
 */
const UNPACK = `const { default: chromium } = await import(process.argv[1])
const path = chromium.executablePath
await (typeof path === 'function' ? path.call(chromium) : path)`

/** Paths of a system's Chromium or Chrome that playwright-core can drive. */
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/**
 * Chromium sometimes keeps to the former size of a frame in another process when it looks for what is under the
 * pointer. A press outside of that size lands beside the frame, and Playwright takes it for done.
 */
export const ONE_PROCESS: readonly string[] = ['--disable-site-isolation-trials']

/**
 * Starts a headless Chromium: the system's if there is one, else the one from npm.
 * `CLASP_BROWSER` is `npm` for the latter, or the path of an executable.
 *
 * @param args further switches for Chromium
 */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = await findBrowser()
  try {
    return await chromium.launch({ executablePath, args: [...QUIET, ...args] })
  } catch (cause) {
    const advice = 'install Chromium, or name an executable with CLASP_BROWSER'
    throw new Error(`no browser starts from ${executablePath}: ${advice}`, { cause })
  }
}

/** The path of the Chromium that tests run in, unpacked where it comes from npm. */
export async function findBrowser(): Promise<string> {
  const wanted = process.env['CLASP_BROWSER']
  const system = wanted === undefined ? SYSTEM_BROWSERS.find((path) => existsSync(path)) : wanted
  return system === undefined || system === 'npm'
    ? unpackBrowser(import.meta.resolve('@sparticuz/chromium'), UNPACKED)
    : system
}

/**
 * Unpacks a version of `@sparticuz/chromium` once. Returns the path of its executable.
 *
 * @param entry address of the package's main file
 */
export async function unpackBrowser(entry: string, folder: string): Promise<string> {
  const executable = join(folder, 'chromium')
  if (existsSync(executable)) return executable
  await mkdir(dirname(folder), { recursive: true })
  const place = await mkdtemp(`${folder}-`)
  const values = ['--input-type=module', '--eval', UNPACK]
  // The arguments that the package suggests are not used: they put all pages into one process, which ends
  // with the first context, and they disable the same-origin policy.
  await promisify(execFile)(process.execPath, [...values, entry], {
    env: { ...process.env, TMPDIR: place },
  })
  // Another worker may have done this already.
  await rename(place, folder).catch(() => rm(place, { recursive: true, force: true }))
  return executable
}
