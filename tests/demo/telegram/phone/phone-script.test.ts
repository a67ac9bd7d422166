import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildScripts } from '#demo/build-demo.ts'
import { SANDBOX } from '#demo/telegram/messenger/sheet/sandbox.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { listenHere, type Listening } from '#tests/support/listen-here.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const WALLET_LINK = 'https://link.metamask.io/wc?uri=wc%3A1'

/** Opens the page as Telegram's clients do, with our strict Content-Security-Policy. */
describe('the script of client and phone', () => {
  let browser: Browser
  let messenger: Listening
  let app: Listening
  let page: Page

  beforeAll(async () => {
    const codes = await builtScripts()
    const pages = { messenger: '', app: '' }
    messenger = await listenHere(new Hono().get('/', (c) => c.html(pages.messenger)))
    app = await listenHere(
      new Hono().get('/', (c) => {
        c.header('content-security-policy', policyFor(codes))
        return c.html(pages.app)
      }),
    )
    pages.messenger = `<iframe name="mini-app" src="${app.url}" sandbox="${SANDBOX}"></iframe>`
    const scripts = codes.map(
      (code) => `<script data-messenger="${messenger.url}">${code}</script>`,
    )
    pages.app = `<html data-platform="android">${scripts.join('')}</html>`
    browser = await launchBrowser()
  }, 60_000)
  afterEach(() => page.context().close())
  afterAll(async () => {
    await browser.close()
    await Promise.all([messenger.close(), app.close()])
  })

  test('passes a wallet’s link to the simulated Telegram, with a window on Android', async () => {
    const { frame, reported } = await openInTelegram()
    expect(await frame.evaluate(open, WALLET_LINK)).toBe('a window')
    expect(await reported()).toEqual([{ type: 'clasp-demo-phone', link: WALLET_LINK }])
    expect(page.context().pages()).toHaveLength(1)
  })

  test('returns no window for a wallet’s link on iOS', async () => {
    const { frame, reported } = await openInTelegram()
    await frame.evaluate(() => void (document.documentElement.dataset['platform'] = 'ios'))
    const link = 'okex://main/wc?uri=wc%3A1'
    expect(await frame.evaluate(open, link)).toBe('none')
    expect(await reported()).toEqual([{ type: 'clasp-demo-phone', link }])
  })

  test('opens every other link as the browser does', async () => {
    const { frame, reported } = await openInTelegram()
    const tab = page.context().waitForEvent('page')
    await frame.evaluate(open, `${messenger.url}/elsewhere`)
    expect((await tab).url()).toBe(`${messenger.url}/elsewhere`)
    expect(await reported()).toEqual([])
  })

  test('opens the demo wallet in a tab outside Telegram', async () => {
    page = await browser.newPage()
    await page.goto(app.url)
    const tab = page.context().waitForEvent('page')
    await page.evaluate(open, WALLET_LINK)
    expect((await tab).url()).toBe(`${messenger.url}/evm-wallet/?uri=wc%3A1`)
  })

  test('hides the page behind another app and shows it again', async () => {
    const { frame, report } = await openInTelegram()
    await frame.evaluate(() => {
      const { dataset } = document.documentElement
      document.addEventListener('visibilitychange', () => {
        dataset['seen'] = `${dataset['seen'] ?? ''} ${document.visibilityState}`
      })
    })
    const seen = () => frame.evaluate(() => document.documentElement.dataset['seen'])
    await report(false)
    await expect.poll(seen).toBe(' hidden')
    expect(await frame.evaluate(() => document.hidden)).toBe(true)
    await report(true)
    await expect.poll(seen).toBe(' hidden visible')
  })

  test('lets only the simulated Telegram hide the page', async () => {
    const { frame } = await openInTelegram()
    await frame.evaluate(() => {
      window.postMessage('{"type":"clasp-demo-phone","isVisible":false}', '*')
      return new Promise((resolve) => void setTimeout(resolve, 50))
    })
    expect(await frame.evaluate(() => document.hidden)).toBe(false)
  })

  test('makes WalletConnect’s library detect a test environment', async () => {
    const { frame } = await openInTelegram()
    expect(await frame.evaluate(() => JSON.stringify(Reflect.get(window, 'process')))).toBe(
      '{"env":{"IS_VITEST":"true"}}',
    )
  })

  async function openInTelegram() {
    page = await browser.newPage()
    await page.goto(messenger.url)
    await page.evaluate(() => {
      const messages: unknown[] = []
      Object.assign(window, { messages })
      window.addEventListener('message', ({ data }) => void messages.push(data))
    })
    const frame = page.frame({ name: 'mini-app' })
    if (frame === null) throw new Error('the page has no Mini App')
    await frame.waitForLoadState()
    return {
      frame,
      reported: async (): Promise<unknown> =>
        JSON.parse(await page.evaluate(() => JSON.stringify(Reflect.get(window, 'messages')))),
      report: (isVisible: boolean) =>
        page.evaluate((isVisible) => {
          const message = JSON.stringify({ type: 'clasp-demo-phone', isVisible })
          document.querySelector('iframe')?.contentWindow?.postMessage(message, '*')
        }, isVisible),
    }
  }
})

/** Opens a link as the adapter does: the opened page gets no reference to ours. */
function open(link: string): 'a window' | 'none' {
  const opened = window.open(link, '_blank')
  if (opened === null) return 'none'
  opened.opener = null
  return 'a window'
}

async function builtScripts(): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'clasp-phone-'))
  const { clientScript, phoneScript } = await buildScripts({ root: ROOT, directory })
  const codes = await Promise.all([clientScript, phoneScript].map((file) => readFile(file, 'utf8')))
  await rm(directory, { recursive: true })
  return codes.map((code) => code.trim())
}

function policyFor(codes: readonly string[]): string {
  const hashes = codes.map((code) => createHash('sha256').update(code).digest('base64'))
  const sources = hashes.map((hash) => `'sha256-${hash}'`)
  return `default-src 'none'; frame-src 'none'; script-src ${sources.join(' ')}`
}
