import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

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
  const wished = process.env['CLASP_BROWSER']
  const system = wished === undefined ? SYSTEM_BROWSERS.find((path) => existsSync(path)) : wished
  if (system !== undefined && system !== 'npm') return system
  const { default: packaged } = await import('@sparticuz/chromium')
  // Its own arguments put all pages into one process, which ends with the first context, and lift
  // the same-origin policy.
  return packaged.executablePath()
}
