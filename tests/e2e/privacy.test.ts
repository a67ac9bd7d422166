import * as v from 'valibot'
import { expect } from 'vitest'
import { linkWallet, seeEmptyHome, seeHome, startAndOpen } from '#tests/support/e2e-link.ts'
import { expectNoneIn, launchSecrets, scriptsWith } from '#tests/support/e2e-secrets.ts'
import { test } from '#tests/support/e2e-test.ts'

/** A text that only the wallet library holds. */
const LIBRARY_MARK = 'TON_CONNECT_SDK_ERROR'

test('initData and session token leave the page in the Authorization header to our own server and nowhere else', async ({
  stage,
}) => {
  const { app, demo, messenger } = stage
  const signedIn = messenger.waitForResponse(`${demo.appUrl}/api/session`)
  await startAndOpen(stage)
  const token = v.parse(v.object({ token: v.string() }), await (await signedIn).json()).token
  const secrets = [...(await launchSecrets(stage)), token]
  await linkWallet(stage)

  expect(await app.locator('html').evaluate(() => globalThis.location.hash)).toBe('')
  const requests = await stage.requests()
  const bearers = requests.filter(({ url, headers }) => {
    const { authorization = '', ...others } = headers
    expectNoneIn(secrets, JSON.stringify([url, others]))
    return secrets.some((secret) => authorization.includes(secret))
  })
  expectNoneIn(secrets, JSON.stringify(requests.map(({ body }) => body)))
  expect(bearers.length).toBeGreaterThan(1)
  expect(new Set(bearers.map(({ url }) => new URL(url).origin))).toEqual(new Set([demo.appUrl]))
})

test('the server’s log contains requests, but no initData, token, name, address or signature', async ({
  stage,
}) => {
  const { demo, messenger } = stage
  const signedIn = messenger.waitForResponse(`${demo.appUrl}/api/session`)
  await startAndOpen(stage)
  const token = v.parse(v.object({ token: v.string() }), await (await signedIn).json()).token
  const launch = await launchSecrets(stage)
  const proven = messenger.waitForRequest(/\/api\/attempts\/[^/]+\/proof$/)
  await linkWallet(stage)
  const { address, proof } = v.parse(ProofSchema, (await proven).postDataJSON())

  expect(stage.serverLog()).toContain('/api/attempts/:id/proof')
  expectNoneIn(
    [
      ...launch,
      token,
      address,
      proof.payload,
      proof.signature,
      demo.world.botToken,
      'Ada',
      'ada_fisher',
    ],
    stage.serverLog(),
  )
})

const ProofSchema = v.object({
  address: v.string(),
  proof: v.object({ payload: v.string(), signature: v.string() }),
})

test('the page does not request the wallet library before the member shows that they want to connect', async ({
  stage,
}) => {
  const { app, messenger } = stage
  const libraries = await scriptsWith(LIBRARY_MARK)
  expect(libraries).not.toEqual([])
  // The app is idle once the choice of a wallet is ready.
  const idle = messenger.waitForResponse(/\/assets\/evm-choices-[^/]+\.js$/)
  await startAndOpen(stage)
  await seeHome(stage)
  await seeEmptyHome({ app })
  await idle
  expect(libraryRequests(await stage.requests(), libraries)).toEqual([])

  const asked = messenger.waitForRequest((request) =>
    libraries.some((file) => request.url().endsWith(file)),
  )
  await app.locator('[data-intent=connect]').dispatchEvent('pointerdown')
  await asked
})

function libraryRequests(requests: readonly { url: string }[], files: readonly string[]): string[] {
  return requests.map(({ url }) => url).filter((url) => files.some((file) => url.endsWith(file)))
}
