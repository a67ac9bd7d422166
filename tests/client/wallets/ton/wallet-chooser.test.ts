import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  connectEvent,
  forgiveLibraryRejections,
  openTonPage,
  REQUEST,
  type TonPage,
} from '#tests/support/ton-page.ts'
import { openTonBridge, readWalletLink, type TonBridge } from '#tests/support/ton-bridge.ts'
import { until } from '#tests/support/until.ts'

let bridge: TonBridge
let page: TonPage
const posted: [method: string, data: string][] = []
/** By the list itself. */
const opened: string[] = []

// One page for all tests, because the library keeps its list of wallets once per page.
beforeAll(async () => {
  vi.spyOn(console, 'debug').mockReturnValue()
  forgiveLibraryRejections()
  // The library looks for Telegram when it loads, and finds it here as in the app.
  sessionStorage.setItem(
    'tapps/launchParams',
    JSON.stringify('tgWebAppPlatform=ios&tgWebAppVersion=9.1'),
  )
  vi.stubGlobal('TelegramWebviewProxy', {
    postEvent: (method: string, data: string) => posted.push([method, data]),
  })
  // As narrow as a phone: in a wide window the list shows a code with a picture of its own.
  vi.stubGlobal('innerWidth', 390)
  vi.stubGlobal('open', (link: string) => void opened.push(link))
  bridge = await openTonBridge()
  page = openTonPage({ walletsListUrl: bridge.walletsListUrl })
})

afterEach(async () => {
  page.connector.cancel()
  // The list closes with an animation, and a wallet chosen in it sends requests until the list is gone.
  await until(() => expect(document.body.textContent).not.toContain('Outsider'))
})

afterAll(() => bridge.close())

test('the list opens with all wallets but the one on our own line, and asks no other site for a picture', async () => {
  await openList()
  expect(document.body.textContent).not.toContain('Wallet in')
  const pictures = Array.from(
    document.querySelectorAll('img'),
    (image) => new URL(image.src).origin,
  )
  expect(new Set(pictures)).toEqual(new Set([new URL(bridge.walletsListUrl).origin]))
  expect(page.connector.chooserOpen.get()).toBe(true)
  page.connector.closeChooser()
  await until(() => expect(page.connector.chooserOpen.get()).toBe(false))
})

test('the chooser opens a wallet in Telegram by the same link as the library', async () => {
  await openList()
  await press(/^Purse/)
  const linked = await until(
    () =>
      posted.findLast(([method]) => method === 'web_app_open_tg_link') ?? expect.fail('no link'),
  )
  page.connector.closeChooser()
  page.connector.reopen()
  expect(page.opened.at(-1)).toMatch(/^telegram:/)
  const path = page.lastLink().replace('https://t.me', '')
  expect(JSON.parse(linked[1])).toEqual({ path_full: path })
})

test('the chosen wallet is known and opens again as the platform requires, and its proof arrives', async () => {
  const stop = page.listen()
  await openList()
  await press(/^Outsider/)
  await until(() => expect(page.connector.walletApp.get()?.name).toBe('Outsider'))
  const asked = () => readWalletLink(page.connector.link.get() ?? '')
  await until(() => expect(bridge.waiting(asked().clientId)).toBe(1))
  const { clientId, request, returnTo } = asked()
  expect(request.items[1]).toEqual({ name: 'ton_proof', payload: REQUEST.payload })
  expect(returnTo).toBe('none')
  page.connector.reopen()
  expect(page.lastLink()).toMatch(/^https:\/\/outsider\.example\/ton-connect\?.*&ret=back$/)
  bridge.answer(clientId, connectEvent())
  await until(() => expect(page.answers).toHaveLength(1))
  expect(page.answers[0]?.kind).toBe('ton-proof')
  await until(() => expect(page.connector.chooserOpen.get()).toBe(false))
  stop()
  await page.connector.disconnect()
})

test('the list follows the theme and keeps the return address of wallets', async () => {
  page.colorScheme.set('dark')
  await openList()
  await press(/^Outsider/)
  expect(readWalletLink(opened.at(-1) ?? '').returnTo).toBe('tg://resolve')
})

async function openList(): Promise<void> {
  await page.connector.prepare(REQUEST)
  page.connector.connect('all-wallets')
  await until(() => expect(document.body.textContent).toContain('Outsider'))
}

/** Presses a button of the library's list, once it is there. */
async function press(label: RegExp): Promise<void> {
  const button = await until(() => {
    const buttons = Array.from(document.querySelectorAll('button'))
    const found = buttons.find(({ textContent }) => label.test(textContent))
    if (found === undefined) throw new Error(`no button ${label}`)
    return found
  })
  button.click()
}
