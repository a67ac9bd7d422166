import * as v from 'valibot'
import { expect } from 'vitest'
import type { DemoStage } from '#tests/support/demo-stage.ts'
import {
  addressIn,
  approveConnection,
  approveText,
  copyLink,
  openAllEvmWallets,
  openChoice,
  openWalletElsewhere,
  seeSigning,
  shownText,
} from '#tests/support/e2e-evm.ts'
import { seeLinked, startAndOpen } from '#tests/support/e2e-link.ts'
import { recordSockets, type SentRequest } from '#tests/support/e2e-records.ts'
import { expectNoneIn, launchSecrets } from '#tests/support/e2e-secrets.ts'
import { test } from '#tests/support/e2e-test.ts'

const LOOPBACK = '127.0.0.1'
const TokenSchema = v.object({ token: v.string() })
const SignatureSchema = v.object({ signature: v.string() })

test('a whole EVM flow sends initData, token, text and signature only to our own server, where they belong, and reaches no other machine', async ({
  stage,
}) => {
  const { context, demo, messenger } = stage
  const sockets = recordSockets(context)
  const answered = new Set<string>()
  context.on('response', (response) => void answered.add(new URL(response.url()).hostname))
  const signedIn = messenger.waitForResponse(`${demo.appUrl}/api/session`)
  // The whole flow comes before it, so only the test's own limit holds.
  const proving = messenger.waitForRequest(/\/api\/attempts\/[^/]+\/proof$/, { timeout: 0 })

  await stage.setPlatform('tdesktop')
  await startAndOpen(stage)
  const { token } = v.parse(TokenSchema, await (await signedIn).json())
  const launch = await launchSecrets(stage)
  const text = await linkByEveryWay(stage)
  const { signature } = v.parse(SignatureSchema, (await proving).postDataJSON())
  expect(await openedAddress(stage)).not.toContain('tgWebApp')

  const requests = await stage.requests()
  const frames = sockets.flatMap((socket) => [socket.url, ...socket.frames])
  expect(frames.length).toBeGreaterThan(5)
  expect(new Set(sockets.map(({ url }) => new URL(url).hostname))).toEqual(new Set([LOOPBACK]))
  expect(answered).toEqual(new Set([LOOPBACK]))

  const secrets = [...launch.flatMap(getForms), token, ...getForms(text), ...getForms(signature)]
  for (const frame of frames) expectNoneIn(secrets, frame)
  for (const request of requests) {
    const { authorization = '', ...headers } = request.headers
    const others = JSON.stringify([request.url, headers])
    expectNoneIn(secrets, others)
    if (secrets.some((secret) => authorization.includes(secret))) expectOurs(stage, request)
    const body = request.body.replaceAll(signature, isProof(stage, request) ? '' : signature)
    expectNoneIn(secrets, body)
  }
  // Only our server learns the account in the clear; the relay passes it on sealed.
  const address = addressIn(text).slice(2).toLowerCase()
  expectNoneIn([address], frames.join('\n').toLowerCase())
  const tellers = requests.filter(({ body }) => body.toLowerCase().includes(address))
  expect(tellers.length).toBeGreaterThan(0)
  for (const request of tellers) expectOurs(stage, request)
})

/**
 * Opens the list of all wallets, reloads, and links; returns the text that was signed. The wallet is on another
 * device, and what its own library sends is outside this test.
 */
async function linkByEveryWay(stage: DemoStage): Promise<string> {
  const { app } = stage
  await openChoice(stage)
  const card = await openAllEvmWallets(stage)
  await app.getByTestId('wui-qr-code').waitFor()
  await stage.pressBack()
  await card.waitFor({ state: 'hidden' })
  await app.getByRole('button', { name: 'MetaMask' }).click()
  const wallet = await openWalletElsewhere(stage, await copyLink(stage))
  await stage.reloadPage()
  await approveConnection(wallet)
  await seeSigning(stage)
  const text = await shownText(stage)
  await approveText(wallet)
  await seeLinked(stage)
  return text
}

function openedAddress({ app }: DemoStage): Promise<string> {
  return app.locator('html').evaluate(() => globalThis.location.href)
}

/** A secret as it may be written: plain, in an address, in JSON, in hexadecimal, in Base64. */
function getForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  return [secret, encodeURIComponent(secret), json, bytes.toString('hex'), bytes.toString('base64')]
}

function isProof({ demo }: DemoStage, { url }: SentRequest): boolean {
  return new URL(url).origin === demo.appUrl && /\/attempts\/[^/]+\/proof$/.test(url)
}

function expectOurs({ demo }: DemoStage, { url }: SentRequest): void {
  expect(new URL(url).origin).toBe(demo.appUrl)
}
