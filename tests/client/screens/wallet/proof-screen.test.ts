import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { makeToken } from '#shared/api/make-token.ts'
import { sendProof } from '#shared/api/send-proof.ts'
import type { TonTextBinding } from '#shared/boot.ts'
import type { ProvenWallet } from '#shared/proven-wallet.ts'
import { unbrokenAddress } from '#client/screens/account/unbroken-address.ts'
import { isolated } from '#client/i18n/format.ts'
import { loadLaterSentences } from '#client/screens/problem/later-sentences.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { en, sharingEn } from '#tests/support/messages.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { ADA } from '#tests/support/people.ts'
import { sampleContract, sampleEvmWallet, sampleWallet } from '#tests/support/store-samples.ts'

const { document, proof } = sharingEn
const NAMED = { ...sampleWallet(), binding: 'text' } as const

async function linkOne(proven: ProvenWallet = sampleWallet(), tonText?: TonTextBinding) {
  const server = await startAppServer(tonText && { tonText })
  const wallet = await (await server.visit()).link(proven)
  return { server, wallet, route: { screen: 'proof', id: wallet.id } as const }
}

async function openProof(...proven: Parameters<typeof linkOne>) {
  const linked = await linkOne(...proven)
  return { ...linked, app: openMemberApp(linked.server, { route: linked.route }) }
}

test('one row of a wallet’s page leads to its proof, which says what it shows to whom, and back', async () => {
  const { server, wallet, route } = await linkOne()
  const app = openMemberApp(server, { route: { screen: 'wallet', id: wallet.id } })
  await app.sees(en.wallet.documentNote)
  expect(app.text()).not.toContain(proof.strengthen)
  app.press(en.wallet.documentNote)
  expect(app.router.route.get()).toEqual(route)
  await app.seesMain(proof.take)
  expect(app.text()).toContain(en.claims.yours.key(unbrokenAddress(wallet)))
  expect(app.text()).toContain(sharingEn.holderId(isolated(String(ADA.id))))
  expect(app.text()).toContain(document.note(isolated(server.boot.appName)))
  app.telegram.pressBack()
  expect(app.router.route.get()).toEqual({ screen: 'wallet', id: wallet.id })
})

test('the one main action has the bot send the file', async () => {
  const { app, server } = await openProof()
  await app.tapMain(proof.take)
  await app.sees(en.settings.fileSent)
  expect(server.sentTo(sendProof)).toHaveLength(1)
  await app.seesMain(proof.take)
})

test('a bot that may not write leads to its chat', async () => {
  const { app, server } = await openProof()
  server.refuse(sendProof, 'proof-undeliverable')
  await app.tapMain(proof.take)
  await app.tap(en.settings.openChat)
  expect(app.telegram.opened).toEqual([expect.stringContaining(server.boot.bot.username)])
})

test('a wallet that did not name the account can be asked for a message that does', async () => {
  const { app, route } = await openProof()
  await app.sees(document.nameNote)
  expect(app.text()).not.toContain(document.named)
  app.press(document.name)
  expect(app.router.route.get()).toEqual({ screen: 'connect', walletId: route.id })
})

test.each<[string, ProvenWallet, TonTextBinding]>([
  ['has named the account', NAMED, 'offer'],
  ['is an EVM wallet, which always does', sampleEvmWallet(`0x${'1'.repeat(40)}`), 'offer'],
  ['is asked for no message here', sampleWallet(), 'off'],
])('a wallet that %s is not asked for the name', async (_, proven, tonText) => {
  const { app } = await openProof(proven, tonText)
  await app.seesMain(proof.take)
  await app.sees(document.shows)
  expect(app.text()).not.toContain(document.nameNote)
  expect(app.text().includes(document.named)).toBe(proven.binding !== 'domain')
})

test('attack: a proof that no longer holds is not handed out as one that does', async () => {
  const { server, wallet, route } = await linkOne(sampleContract())
  await server.server.store.markStale({ wallet, reason: 'not-accepted' }, server.server.clock.now)
  const page = openMemberApp(server, { route: { screen: 'wallet', id: wallet.id } })
  await page.sees(en.wallet.unlink)
  expect(page.text()).not.toContain(en.wallet.documentNote)
  const app = openMemberApp(server, { route })
  await app.sees('no longer accepts')
  expect(app.telegram.mainButton()).toBeNull()
  expect(app.text()).not.toContain(document.shows)
})

describe('a token for a site', () => {
  const SHOP = 'https://shop.example.com'
  const { token } = sharingEn
  const title = token.make(isolated('shop.example.com'))

  async function openWithSite() {
    const server = await startAppServer({ tokenAudiences: new Set([SHOP]) })
    const { id } = await (await server.visit()).linkTon()
    return { server, app: openMemberApp(server, { route: { screen: 'proof', id } }) }
  }

  test('says what it tells, and is fetched by a tap, to be copied', async () => {
    const { server, app } = await openWithSite()
    await app.sees(token.note(isolated(server.boot.appName)))
    expect(server.sentTo(makeToken)).toEqual([])
    app.press(title)
    await app.sees(en.settings.copyAll)
    expect(server.sentTo(makeToken)).toHaveLength(1)
    const text = app.container.querySelector('textarea')?.value ?? ''
    expect(decodeJwt(text)).toMatchObject({ aud: SHOP, sub: String(ADA.id) })
    expect(app.text()).toContain(token.until('…').split('…')[1])
  })

  test.each(['rate-limited', 'proof-none-valid', 'proof-site-unknown'] as const)(
    'says why there is none: %s',
    async (code) => {
      const { server, app } = await openWithSite()
      server.refuse(makeToken, code)
      await app.tap(title)
      const later = await loadLaterSentences('en')
      await app.sees(code === 'rate-limited' ? en.problems[code] : (later[code] ?? ''))
      expect(app.container.querySelector('textarea')).toBeNull()
    },
  )

  test('is not offered where the operator names no site', async () => {
    const { app } = await openProof()
    await app.seesMain(proof.take)
    expect(app.text()).not.toContain(token.header)
  })
})
