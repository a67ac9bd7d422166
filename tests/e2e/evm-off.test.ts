import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, inject } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { VERIFIER_FILE } from '#server/builds/standalone-files.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { openSession } from '#shared/api/open-session.ts'
import { en } from '#tests/support/messages.ts'
import { openStage, type DemoStage } from '#tests/support/demo-stage.ts'
import { goHome, linkWallet, openWalletList, seeHome } from '#tests/support/e2e-link.ts'
import { test as claspTest } from '#tests/support/e2e-test.ts'

/** Words about EVM wallets, from our texts and from the libraries. */
const EVM_NAMES =
  /walletconnect|reown|appkit|metamask|trust wallet|rainbow|ethereum|eip-?155|eip-?4361|erc-?1271|viem/i
/** In lower case it is a name in the code of both builds. */
const NAME = /\bEVM\b/
/** TON Connect's library can use WalletConnect, which nothing here enables: its own file contains the word. */
const VENDORED = /\/ton-connect-[^/]+\.js$/

const hasEvmNames = (text: string) => EVM_NAMES.test(text) || NAME.test(text)

const test = claspTest.extend<{ offStage: DemoStage }>({
  offStage: [
    async ({ browser }, use) => {
      const build = inject('demoBuildWithoutEvm')
      const stage = await openStage({ browser, build, bot: 'clasp', evm: 'off' })
      await stage.startBot()
      await use(stage)
      await stage.close()
    },
    { scope: 'file' },
  ],
})

test('no screen mentions EVM wallets: Home, the choice, a receipt, a wallet, settings, and the target of a QR code', async ({
  offStage: stage,
}) => {
  const { app } = stage
  const saw = async () => {
    expect(await app.locator('body').innerText()).not.toSatisfy(hasEvmNames)
  }
  await stage.openMiniApp()
  await seeHome(stage)
  await saw()
  await app.locator('[data-intent=connect]').click()
  await app.getByRole('button', { name: en.connect.otherWallets }).waitFor()
  await app.getByText(en.connect.promise).waitFor()
  await saw()
  await openWalletList(stage)
  await stage.pressBack()
  await stage.pressBack()
  await seeHome(stage)
  await linkWallet(stage)
  await saw()
  await goHome(stage)
  await app.getByRole('button', { name: 'W5' }).click()
  await app.getByRole('button', { name: en.wallet.unlink }).waitFor()
  await saw()
  await stage.pressBack()
  await app.getByRole('button', { name: en.home.settings }).click()
  await app.getByRole('button', { name: en.settings.deleteAll }).waitFor()
  await saw()
  await stage.closeMiniApp()
  const messages = stage.botMessages(ADA).map(({ text }) => text)
  expect(messages.length).toBeGreaterThan(0)
  expect(messages.join('\n')).not.toSatisfy(hasEvmNames)
})

test.for(['privacy', 'terms', 'notices'])(
  'the page /%s does not mention EVM wallets',
  async (path, { offStage: stage }) => {
    for (const language of ['en', 'ru', 'es', 'fa']) {
      const response = await fetch(`${stage.demo.appUrl}/${path}?lang=${language}`)
      expect(response.status).toBe(200)
      expect(await response.text()).not.toSatisfy(hasEvmNames)
    }
  },
)

test('a ticket in the address leads to the page outside Telegram, and causes no call', async ({
  offStage: stage,
}) => {
  const page = await stage.context.newPage()
  await page.goto(`${stage.demo.appUrl}/connect#ticket=${'x'.repeat(43)}`)
  await page.getByText(en.outside.text).waitFor()
  expect(await page.locator('body').innerText()).not.toSatisfy(hasEvmNames)
  await page.reload()
  await page.getByText(en.outside.text).waitFor()
  const sent = await stage.requests()
  expect(sent.filter(({ url }) => url.endsWith('/api/session/ticket'))).toEqual([])
  await page.close()
})

test('no served file mentions EVM wallets, and the same check finds the words in the other build', async ({
  offStage: stage,
}) => {
  const { appUrl } = stage.demo
  const files = await getFiles(inject('demoBuildWithoutEvm').client)
  // The page that checks proofs is the same for everybody, and its reader may have a proof of any wallet.
  const served = files.filter((file) => file !== `/${VERIFIER_FILE}`)
  const scripts = served.filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  for (const file of ['/', ...served.filter((path) => !/\.(?:br|gz|png)$/.test(path))]) {
    const response = await fetch(`${appUrl}${file}`)
    expect({ file, status: response.status }).toEqual({ file, status: 200 })
    const isOurs = !VENDORED.test(file)
    expect({ file, isShown: isOurs && hasEvmNames(await response.text()) }).toEqual({
      file,
      isShown: false,
    })
  }
  const { client } = inject('demoBuild')
  const others = (await getFiles(client)).filter(
    (file) => file.endsWith('.js') && !VENDORED.test(file),
  )
  const texts = await Promise.all(others.map((file) => readFile(join(client, file), 'utf8')))
  expect(texts.filter(hasEvmNames).length).toBeGreaterThan(5)
})

test('an asset of the build with EVM wallets returns 404', async ({ offStage: stage }) => {
  const here = new Set(await getFiles(inject('demoBuildWithoutEvm').client))
  const others = (await getFiles(inject('demoBuild').client)).filter((file) => !here.has(file))
  const evm = others.filter((file) =>
    /\/(?:wallet-connect|app-kit|ticket-screen|evm-choices)-/.test(file),
  )
  expect(evm.length).toBeGreaterThan(3)
  for (const file of evm) expect((await fetch(`${stage.demo.appUrl}${file}`)).status).toBe(404)
})

test('the icon of an EVM wallet returns 404', async ({ offStage: stage }) => {
  const response = await fetch(`${stage.demo.appUrl}/wallet-icons/evm/metamask`)
  expect(response.status).toBe(404)
})

test('the page allows no site of Reown, and its boot data has no EVM part', async ({
  offStage: stage,
}) => {
  const response = await fetch(stage.demo.appUrl)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain('connect-src')
  expect(policy).toContain("frame-src 'none'")
  expect(policy).not.toSatisfy(hasEvmNames)
  expect(policy).not.toContain('blob:')
  expect(await response.text()).toContain('"evm":null')
})

test('an attempt for an EVM wallet is refused with the code evm-off', async ({
  offStage: stage,
}) => {
  const { messenger, demo } = stage
  const signedIn = messenger.waitForResponse(`${demo.appUrl}${openSession.path}`)
  await stage.openMiniApp()
  const { token } = v.parse(openSession.response, await (await signedIn).json())
  const response = await fetch(`${demo.appUrl}${createAttempt.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ family: 'evm' }),
  })
  expect(response.ok).toBe(false)
  expect(await response.json()).toMatchObject({ code: 'evm-off' })
  await stage.closeMiniApp()
})

/** Paths of all files of a build that a page may ask for. */
async function getFiles(client: string): Promise<string[]> {
  const entries = await readdir(join(client, 'assets'))
  return entries.map((file) => `/assets/${file}`)
}
