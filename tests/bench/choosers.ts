import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { buildDemo } from '#demo/build-demo.ts'
import { type Demo, startDemo } from '#demo/start-demo.ts'
import { readClientBuild } from '#server/builds/client-build.ts'
import { createLog } from '#server/log/log.ts'
import { freePort } from '#tests/support/free-port.ts'
import { onPhone } from './on-phone.ts'
import { after } from './undoing.ts'

const ROOT = join(import.meta.dirname, '../..')

/** From the tap to what it asks for, in ms: with nothing loaded, and once more in the same page. */
export type ChooserTimes = Record<'ton' | 'evm' | 'link' | 'modal', number>
export type Choosers = { cold: ChooserTimes[]; warm: ChooserTimes[] }

/**
 * From "Connect wallet" to the TON wallets and to the cells of the EVM wallets; from the tap on one of
 * these to its link, made at a relay on this machine and opened; from "All other EVM wallets" to AppKit's modal. In the demo's
 * build: only there nothing asks for Reown's hosts.
 */
export async function measureChoosers(browser: Browser, runs: number): Promise<Choosers> {
  const directory = join(ROOT, 'dist', `bench-${randomUUID()}`)
  after(() => rm(directory, { recursive: true, force: true }))
  const build = await buildDemo({ root: ROOT, directory })
  const demo = await startDemo({
    client: await readClientBuild({ ...build, builds: null }),
    pages: build,
    messengerPort: await freePort(),
    appPort: await freePort(),
    databaseUrl: `file:${join(directory, 'clasp.db')}`,
    bot: 'clasp',
    evm: 'in-app',
    log: createLog('error'),
    now: Date.now,
  })
  after(() => demo.close())
  const times: Choosers = { cold: [], warm: [] }
  for (let run = 0; run < runs; run += 1) {
    const { cold, warm } = await measureOnce(browser, demo, run)
    times.cold.push(cold)
    times.warm.push(warm)
  }
  return times
}

/** Each run is somebody else: attempts are limited. */
function measureOnce(browser: Browser, demo: Demo, run: number) {
  return onPhone(browser, { isSlow: true }, async (page) => {
    await page.addInitScript(
      "addEventListener('pointerdown', () => { window.tappedAt = Date.now() }, true)",
    )
    await page.goto(launch(demo, run))
    const cold = await walk(page)
    await page.goBack()
    const warm = await walk(page)
    return { cold, warm }
  })
}

/** From Home to the list, to a wallet's link, back, and to the modal. Ends on the list, its modal closed. */
async function walk(page: Page): Promise<ChooserTimes> {
  const connect = page.locator('[data-intent="connect"]')
  await connect.waitFor()
  await connect.click()
  const [ton, evm] = await Promise.all([
    sinceTap(page, cell(page, 'Wallet in Telegram').waitFor()),
    sinceTap(page, cell(page, 'MetaMask').waitFor()),
  ])
  await cell(page, 'MetaMask').click()
  const link = await sinceTap(page, cell(page, 'Open wallet again').waitFor())
  await cell(page, 'Another wallet').click()
  await cell(page, 'All other EVM wallets').click()
  const modal = await sinceTap(page, page.locator('w3m-modal.open').waitFor())
  await page.keyboard.press('Escape')
  await page.locator('w3m-modal.open').waitFor({ state: 'detached' })
  return { ton, evm, link, modal }
}

function cell(page: Page, name: string): Locator {
  return page.getByRole('button', { name })
}

/** From the moment in which the page felt the tap: finding where to tap is not the member's time. */
async function sinceTap(page: Page, done: Promise<void>): Promise<number> {
  await done
  const seenAt = Date.now()
  return seenAt - Number(await page.evaluate('window.tappedAt'))
}

function launch({ world, appUrl }: Demo, run: number): string {
  const accounts = world.accounts()
  const account = accounts[run % accounts.length]
  if (!account) throw new Error('the simulated Telegram has nobody in it')
  world.setLanguage(account.id, 'en')
  return world.launch({
    accountId: account.id,
    source: 'menu',
    url: `${appUrl}/`,
    platform: 'ios',
    version: '9.1',
    theme: 'day',
  })
}
