import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBrowser, unpackBrowser } from '../browser.ts'
import { findProgram } from '../find-program.ts'
import type { Engine } from './engine.ts'
import { openProcess } from './open-process.ts'
import { startChromium } from './start-chromium.ts'
import { startFirefox } from './start-firefox.ts'
import { startWebKit } from './start-webkit.ts'

type StartEngine = () => Promise<Engine>

/** An engine in which tests run where it is installed. */
export type KnownEngine = {
  name: string
  /** Null where it is not installed. */
  start: StartEngine | null
  /** How it gets onto a machine with Debian. */
  install: string
}

/** Engines in which the app runs whole. */
export const ENGINES: readonly KnownEngine[] = [
  { name: 'Chromium', start: startCurrent, install: 'npm ci' },
  findOldChromium(103),
  { name: 'Firefox ESR', start: findFirefox(), install: 'apt install firefox-esr' },
  { name: 'WebKitGTK', start: findGtk(), install: 'apt install webkit2gtk-driver xvfb' },
  { name: 'WPE', start: findWpe(), install: 'apt install wpewebkit-driver cog' },
]

/** An engine below the floor, in which the app says so. */
export const TOO_OLD: KnownEngine = findOldChromium(92)

async function startCurrent(): Promise<Engine> {
  return startChromium(await findBrowser())
}

/** `CLASP_OLD_CHROMIUM` is the folder into which npm has put it. */
function findOldChromium(version: number): KnownEngine {
  const alias = `chromium-${version}`
  const folder = process.env['CLASP_OLD_CHROMIUM'] ?? '/a/folder'
  const start = async () => {
    const entry = createRequire(join(folder, 'index.js')).resolve(alias)
    return startChromium(await unpackBrowser(pathToFileURL(entry).href, join(folder, alias)))
  }
  return {
    name: `Chromium ${version}`,
    start: existsSync(join(folder, 'node_modules', alias)) ? start : null,
    install: `npm install --prefix ${folder} ${alias}@npm:@sparticuz/chromium@${version}.0.0 and CLASP_OLD_CHROMIUM=${folder}`,
  }
}

function findFirefox(): StartEngine | null {
  const firefox = findProgram('firefox-esr')
  return firefox === null ? null : () => startFirefox(firefox)
}

/** WebKitGTK needs a display. */
function findGtk(): StartEngine | null {
  const driver = findProgram('WebKitWebDriver')
  const xvfb = findProgram('Xvfb')
  if (driver === null || xvfb === null) return null
  return async () => {
    const display = openProcess(xvfb, ['-displayfd', '1', '-screen', '0', '1280x1024x24'])
    const [, number = ''] = await display.see(/^(\d+)$/m)
    return startWebKit({ driver, variables: { DISPLAY: `:${number}` } })
  }
}

function findWpe(): StartEngine | null {
  const driver = findProgram('WPEWebDriver')
  const binary = findProgram('cog')
  if (driver === null || binary === null) return null
  const args = ['--platform=headless', '--automation']
  return () => startWebKit({ driver, options: { 'wpe:browserOptions': { binary, args } } })
}
