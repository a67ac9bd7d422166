import { describe, expect, test } from 'vitest'
import { TELEGRAM_TEST } from '#proof/telegram.ts'
import type { Card } from '#shared/card.ts'
import { getCard } from '#shared/api/get-card.ts'
import { getLaunchedProof } from '#shared/api/get-launched-proof.ts'
import { getProofLaunch } from '#shared/api/get-proof-launch.ts'
import { requestProofLaunch } from '#shared/api/request-proof-launch.ts'
import { shareWallet } from '#shared/api/share-wallet.ts'
import { showCardProof } from '#shared/api/show-card-proof.ts'
import { submitProofLaunch } from '#shared/api/submit-proof-launch.ts'
import { PROOF_LAUNCH_SHARED_AFTER_MS } from '#shared/limits.ts'
import { displayAddress } from '#shared/display-address.ts'
import { directLink } from '#shared/links.ts'
import { loadLaterSentences } from '#client/screens/problem/later-sentences.ts'
import { formatMoment, isolated } from '#client/i18n/format.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { findVector, makeProofVectors, readDocument } from '#tests/support/proof-vectors.ts'
import { en, proofEn, sharingEn } from '#tests/support/messages.ts'
import { readStartParam } from '#tests/support/proof-launch.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { PUBLIC_URL } from '#tests/support/test-server.ts'
import { until } from '#tests/support/until.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const { proof } = sharingEn

async function linkOne(options: Parameters<typeof startAppServer>[0] = {}) {
  const server = await startAppServer(options)
  const member = await server.visit()
  const wallet = await member.linkTon()
  return { server, member, wallet, route: { screen: 'proof', id: wallet.id } as const }
}

/** Ada has asked for the launch, and Telegram opens the app with it. */
async function relaunch(account = ADA) {
  const linked = await linkOne()
  const { server, member, wallet } = linked
  const startParam = readStartParam(await member.api.call(requestProofLaunch, { id: wallet.id }))
  const device = createMemoryStorage()
  const open = () =>
    openMemberApp(server, {
      device,
      telegram: createFakeTelegram({ launch: server.launch(account, startParam) }),
    })
  const includedFrom = new Date(server.server.clock.now + PROOF_LAUNCH_SHARED_AFTER_MS)
  return { ...linked, open, time: formatMoment('en', includedFrom.toISOString()) }
}

describe('a member who strengthens a proof', () => {
  test('reads what is disclosed, and only then the server is asked and the app opens again', async () => {
    const { server, route } = await linkOne()
    const app = openMemberApp(server, { route })
    await app.sees(proof.byLaunch.note)
    app.press(proof.strengthen)
    await app.sees(proof.byLaunch.disclosure)
    expect(server.sentTo(requestProofLaunch)).toEqual([])
    app.press(proof.byLaunch.agree)
    await app.sees(proof.byLaunch.opening)
    const link = directLink(server.boot.bot, 'p1_')
    expect(app.telegram.opened).toEqual([expect.stringMatching(/p1_[\w-]{43}$/)])
    expect(app.telegram.opened[0]?.startsWith(link)).toBe(true)
  })

  test('taps again where the server’s answer came too late for the tap', async () => {
    const { server, route } = await linkOne()
    const app = openMemberApp(server, { route })
    await app.tap(proof.strengthen)
    await app.sees(proof.byLaunch.agree)
    app.telegram.tap.isFresh = false
    app.press(proof.byLaunch.agree)
    await app.sees(proof.byLaunch.open)
    expect(app.telegram.opened).toEqual([])
    app.press(proof.byLaunch.open)
    await until(() => expect(app.telegram.opened).toHaveLength(1))
  })

  test('is offered nothing before the server answers, and nothing without an answer', async () => {
    const { server, route } = await linkOne()
    server.replace(getProofLaunch, () => new Response('{}', { status: 500 }))
    const app = openMemberApp(server, { route })
    await app.seesMain(proof.take)
    await until(() => expect(server.sentTo(getProofLaunch)).toHaveLength(1))
    expect(app.text()).not.toContain(proof.strengthen)
  })

  test('lands on the proof after the launch, agrees, and reads from when the signature is included', async () => {
    const { server, wallet, open, time } = await relaunch()
    const app = open()
    await app.sees(proof.byLaunch.note)
    app.press(proof.agree)
    await app.sees(proof.done(time))
    expect(app.router.route.get()).toEqual({ screen: 'proof', id: wallet.id })
    await app.sees(proof.includedFrom(time))
    expect(app.text()).not.toContain(proof.strengthen)
    server.server.clock.now += PROOF_LAUNCH_SHARED_AFTER_MS
    const later = openMemberApp(server, { route: { screen: 'proof', id: wallet.id } })
    await later.sees(proof.included(time))
    expect(later.text()).not.toContain(proof.done(time))
  })

  test('is asked when they return to the app where the server was away at the launch', async () => {
    const { server, wallet, open } = await relaunch()
    const stopRefusing = server.refuse(getLaunchedProof, 'internal')
    const app = open()
    await app.sees(en.problems.internal)
    stopRefusing()
    app.telegram.comeBack()
    await app.sees(proof.ask)
    expect(app.router.route.get()).toEqual({ screen: 'proof', id: wallet.id })
  })

  test('attack: a launch is not used before the member has seen for which wallet and agreed', async () => {
    const { server, member, wallet, open } = await relaunch()
    const app = open()
    await app.sees(proof.ask)
    const [account, asked] = [...app.container.querySelectorAll('.section')].filter(
      ({ textContent }) => textContent.includes(proof.ask) || textContent.includes(`${ADA.id}`),
    )
    expect(account?.textContent).toContain(ADA.first_name)
    const address = asked?.querySelector('.address-chunks')?.textContent ?? ''
    expect(address.replaceAll(' ', '')).toBe(displayAddress(wallet))
    expect(asked?.textContent).toContain(proof.byLaunch.disclosure)
    expect(server.sentTo(submitProofLaunch)).toEqual([])
    expect(await member.api.call(getProofLaunch, { id: wallet.id })).toEqual({
      launch: null,
      way: 'launch',
    })
    // Another start asks again.
    await open().sees(proof.ask)
  })

  test('reads why the launch was refused beside the button', async () => {
    const { server, open } = await relaunch()
    server.refuse(submitProofLaunch, 'proof-launch-unexpected')
    const app = open()
    await app.tap(proof.agree)
    const sentences = await loadLaterSentences('en')
    await app.sees(sentences['proof-launch-unexpected'] ?? '')
    await app.sees(proof.agree)
  })

  test('does not submit the launch again after a reload', async () => {
    const { server, open, time } = await relaunch()
    const app = open()
    await app.tap(proof.agree)
    await app.sees(proof.done(time))
    const again = open()
    await again.sees('UQ')
    expect(server.sentTo(submitProofLaunch)).toHaveLength(1)
    expect(again.router.route.get()).toEqual({ screen: 'home' })
  })

  test('attack: another member who opens the link reads why nothing was stored', async () => {
    const { member, wallet, open } = await relaunch(ILYA)
    const app = open()
    const sentences = await loadLaterSentences('en')
    await app.sees(sentences['proof-launch-unexpected'] ?? '')
    expect(app.router.route.get()).toEqual({ screen: 'home' })
    expect(await member.api.call(getProofLaunch, { id: wallet.id })).toEqual({
      launch: null,
      way: 'launch',
    })
  })
})

describe('where the operator has Log In With Telegram', () => {
  const telegramLogin = { start: async () => null, finish: async () => 'unreachable' as const }

  test('a member reads what a login discloses, logs in outside of the app, and finds the signature on return', async () => {
    const { server, wallet, route } = await linkOne({ telegramLogin })
    const app = openMemberApp(server, { route })
    await app.sees(proof.byLogin.note)
    app.press(proof.strengthen)
    await app.sees(proof.byLogin.disclosure)
    expect(server.sentTo(requestProofLaunch)).toEqual([])
    app.press(proof.byLogin.agree)
    await app.sees(proof.byLogin.opening)
    expect(app.telegram.opened).toEqual([`${PUBLIC_URL}/login/wallets/${wallet.id}?lang=en`])

    const { store, clock } = server.server
    const authDate = Math.floor(clock.now / 1_000)
    const telegram = { botId: '1', launch: `auth_date=${authDate}`, authDate }
    const { userId } = (await store.findProof(wallet.id))?.wallet ?? { userId: '' }
    await store.keepProofLaunch({ userId, telegram, isFor: () => true }, clock.now)
    app.telegram.comeBack()
    await app.sees(proof.signed)
    expect(app.text()).not.toContain(proof.byLogin.disclosure)
  })
})

const UNKNOWN = { id: '…', bot: '…', key: '…' }

/** Checks a card with such a proof. @param changes what the server says of the card instead */
async function checkCard(changes: Partial<Card> = {}) {
  const { server, member, wallet, open, time } = await relaunch()
  const holder = open()
  await holder.tap(proof.agree)
  await holder.sees(proof.done(time))
  server.server.clock.now += PROOF_LAUNCH_SHARED_AFTER_MS
  const { code } = await member.api.call(shareWallet, { body: { walletId: wallet.id } })
  await member.api.call(showCardProof, { id: code, body: { isShown: true } })
  const { api } = await server.visit(ILYA)
  const card = await api.call(getCard, { id: code })
  server.replace(getCard, () => Response.json({ ...card, ...changes }))
  const telegram = createFakeTelegram({ launch: server.launch(ILYA) })
  const app = openMemberApp(server, { telegram, route: { screen: 'card', code } })
  await app.tap(proof.check)
  await app.sees(proof.checked)
  return app
}

describe('the receiver of a card whose proof Telegram has signed', () => {
  test('sees that a key signed that is not Telegram’s own, and no claim that Telegram signed', async () => {
    const app = await checkCard()
    expect(app.text()).toContain(proofEn.otherKey(UNKNOWN).split('…')[0])
    expect(app.text()).not.toContain('Telegram signed that account')
    expect(app.text()).toContain(proof.holds)
    expect(app.text()).toContain(proofEn.stated)
  })

  test('can compare the account of the proof with that of the holder', async () => {
    const app = await checkCard()
    expect(app.text()).toContain(sharingEn.holderId(isolated(String(ADA.id))))
  })

  test('attack: reads that a proof is of another account than the card’s holder', async () => {
    const app = await checkCard({ holderId: String(ILYA.id) })
    expect(app.text()).toContain(proof.otherAccount(isolated(String(ADA.id))))
    expect(app.text()).not.toContain(proof.holds)
  })

  test('of a contract reads that no signature was checked', async () => {
    const { document } = findVector(await makeProofVectors(), 'evm-contract')
    const { wallet, telegramId } = readDocument({ document })
    const [, chainId = '', address = ''] = wallet.split(':')
    const app = await checkCard({
      proof: document,
      holderId: telegramId,
      wallet: {
        family: 'evm',
        chainId: Number(chainId),
        address,
        kind: 'contract',
        level: 'account',
        binding: 'hash',
        keySource: 'contract',
        verifiedAt: new Date().toISOString(),
        staleAt: null,
        multisig: null,
      },
    })
    expect(app.text()).toContain(proof.unchecked)
    expect(app.text()).toContain(proofEn.grounds.document(''))
    expect(app.text()).not.toContain(proof.holds)
    expect(app.text()).not.toContain(proof.partly)
  })

  test.each([null, TELEGRAM_TEST.publicKey])(
    'attack: a signature by a key that the card does not name is not valid: %s',
    async (telegramKey) => {
      const app = await checkCard({ telegramKey })
      expect(app.text()).toContain(proof.broken)
    },
  )
})
