import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, inject } from 'vitest'
import { getPalette } from '#demo/telegram/theme-params.ts'
import { readClientBuild } from '#server/builds/client-build.ts'
import { createShell } from '#server/http/shell.ts'
import { createLog } from '#server/log/log.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { seeHome, startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { createGate } from '#tests/support/gate.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { en } from '#tests/support/messages.ts'
import { readDrawn } from '#tests/support/read-drawn.ts'
import { openTestServer } from '#tests/support/test-server.ts'
import { placeMultisig, start, tonMultisig } from '../server/http/multisig-harness.ts'
import { hostRequest, readCardCode } from '../server/http/requesting-harness.ts'

/** JavaScript before React answers the connect button: bytes, compressed by brotli. */
const BUDGET = 88_000
/** What the demo's build adds: the pseudo-language, and the page that plays Telegram. Bytes, compressed. */
const DEMO_ALLOWANCE = 300
/** What a server sends before it has heard from the phone again: one congestion window. Bytes, compressed. */
const WINDOW = 14_000
/** The page of a link, with its picture and all styles. Bytes, compressed in the moment in which it is requested. */
const LINK_BUDGET = 15_800
/** A text that only the wallet library holds. */
const LIBRARY_MARK = 'TON_CONNECT_SDK_ERROR'

for (const build of ['demoBuild', 'demoBuildWithoutEvm'] as const) {
  test(`the first screen’s script keeps its budget in every language (${build})`, async () => {
    const scripts = await scriptsIn(join(inject(build).client, 'assets'))
    const getSize = (name: RegExp) =>
      scripts
        .filter(({ file }) => name.test(file))
        .reduce((total, { code }) => total + brotliCompressSync(code).length, 0)
    const common = getSize(/^(?:index|rolldown-runtime)-/u)
    expect(common).toBeGreaterThan(0)
    for (const language of LANGUAGES) {
      const words = getSize(new RegExp(`^${language}-first-`, 'u'))
      expect(words).toBeGreaterThan(0)
      expect(common + words).toBeLessThanOrEqual(BUDGET + DEMO_ALLOWANCE)
    }
  })
}

test('the choice is sent in one go, and the page of every link keeps its budget, in every language', async () => {
  const client = await readClientBuild({ ...inject('demoBuild'), builds: null })
  const server = await openTestServer({ evm: 'in-app' })
  const ada = await server.signIn()
  const { id: walletId } = await linkWallet(server, ada)
  const multisig = await placeMultisig(server, tonMultisig([1, 2, 3, 4, 5]))
  const shell = await createShell({
    ...client,
    boot: server.boot,
    tonWallets: () => server.walletsList.common(),
    log: createLog('error'),
  })
  const links = [
    await hostRequest(server),
    await readCardCode(server, ada, walletId),
    (await start(server, ada, multisig)).code,
  ]
  for (const language of LANGUAGES) {
    for (const code of links) {
      const page = await shell.linkPage(language, await readDrawn(server, code))
      expect(Buffer.from(page.identity).toString()).toContain('<template id="link"')
      expect(page.brotli?.length).toBeLessThanOrEqual(LINK_BUDGET)
    }
    expect(shell.page(language, 'connect').brotli?.length).toBeLessThanOrEqual(WINDOW)
  }
})

test('the page wears Telegram’s colours, keeps a tap and requests no wallet library while its script loads; then the tap leads to the choice', async ({
  stage,
}) => {
  const { app, context, demo } = stage
  const held = createGate()
  await context.route(`${demo.appUrl}/assets/index-*.js`, async (route) => {
    await held.passed
    await route.continue()
  })
  await stage.setPlatform('ios')
  await stage.setTheme('night')
  await startAndOpen(stage)
  await seeHome(stage)
  const ground = await app
    .locator('html')
    .evaluate((root) => getComputedStyle(root).getPropertyValue('--tg-theme-bg-color'))
  expect(ground).toBe(getPalette('ios', 'night').bg_color)
  await app.locator('[data-intent=connect]').click()
  expect(await librariesAskedFor(stage)).toEqual([])

  held.open()
  await app.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }).waitFor()
})

async function librariesAskedFor(stage: {
  requests: () => Promise<{ url: string }[]>
}): Promise<string[]> {
  const scripts = await scriptsIn(join(inject('demoBuild').client, 'assets'))
  const libraries = scripts.filter(({ code }) => code.includes(LIBRARY_MARK))
  expect(libraries).not.toEqual([])
  const asked = (await stage.requests()).map(({ url }) => url)
  return asked.filter((url) => libraries.some(({ file }) => url.endsWith(file)))
}

async function scriptsIn(directory: string): Promise<{ file: string; code: string }[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.js'))
  return Promise.all(
    files.map(async (file) => ({ file, code: await readFile(join(directory, file), 'utf8') })),
  )
}
