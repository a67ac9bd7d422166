import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Browser } from 'playwright-core'

const UNPACKED = join(import.meta.dirname, '../../node_modules/.cache/chromium')
/** It unpacks into the folder for temporary files, where a browser of another user or version may lie. */
const UNPACK = 'await (await import(process.argv[1])).default.executablePath()'

/** Where systems keep a Chromium or Chrome that playwright-core can drive. */
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/**
 * A headless Chromium: the system's if there is one, else the one that comes through npm.
 * `CLASP_BROWSER=npm` asks for the latter, or it names an executable.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findBrowser()
  try {
    return await chromium.launch({ executablePath, args: QUIET })
  } catch (cause) {
    const advice = 'install Chromium, or name an executable with CLASP_BROWSER'
    throw new Error(`no browser starts from ${executablePath}: ${advice}`, { cause })
  }
}

async function findBrowser(): Promise<string> {
  const wanted = process.env['CLASP_BROWSER']
  const system = wanted === undefined ? SYSTEM_BROWSERS.find((path) => existsSync(path)) : wanted
  return system === undefined || system === 'npm' ? unpackBrowser() : system
}

async function unpackBrowser(): Promise<string> {
  const executable = join(UNPACKED, 'chromium')
  if (existsSync(executable)) return executable
  await mkdir(dirname(UNPACKED), { recursive: true })
  const place = await mkdtemp(`${UNPACKED}-`)
  const values = ['--input-type=module', '--eval', UNPACK]
  // The arguments that the package suggests put all pages into one process, which ends with the first
  // context, and lift the same-origin policy: they are not used.
  await promisify(execFile)(
    process.execPath,
    [...values, import.meta.resolve('@sparticuz/chromium')],
    { env: { ...process.env, TMPDIR: place } },
  )
  // Another worker may have been first.
  await rename(place, UNPACKED).catch(() => rm(place, { recursive: true, force: true }))
  return executable
}
