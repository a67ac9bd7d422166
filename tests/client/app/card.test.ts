import { expect, test } from 'vitest'
import { getCard } from '#shared/api/get-card.ts'
import { revokeCard } from '#shared/api/revoke-card.ts'
import { share } from '#shared/api/share.ts'
import { showCardProof } from '#shared/api/show-card-proof.ts'
import { shareWallet } from '#shared/api/share-wallet.ts'
import { accountId } from '#proof/account-id.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { ShareOutcome } from '#client/telegram/telegram.ts'
import { isolated } from '#client/i18n/format.ts'
import { shareLink } from '#client/screens/share/share-actions.tsx'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { en, evmEn, checksEn, sharingEn as messages } from '#tests/support/messages.ts'
import { ADA, ILYA } from '#tests/support/people.ts'
import otherProof from '#tests/vectors/proofs/ton-proof-v4r2.json' with { type: 'json' }

/** Valid, but of a wallet that nobody has here. */
const OTHER_PROOF = otherProof.document

/** Another member's wallet, and its card. */
async function startShared(account = ILYA) {
  const server = await startAppServer()
  const holder = await server.visit(account)
  const wallet = await holder.linkTon()
  const card = await holder.api.call(shareWallet, { body: { walletId: wallet.id } })
  const revoke = () => holder.api.call(revokeCard, { id: card.code })
  return {
    server,
    holder,
    wallet,
    card,
    revoke,
    route: { screen: 'card', code: card.code } as const,
  }
}

/** Ilya's card, opened by Ada. */
async function openCard() {
  const shared = await startShared()
  const app = openMemberApp(shared.server, { route: shared.route })
  await app.sees('Ilya')
  return { ...shared, app }
}

/** Ada's own card, in a client that sends it with this outcome. */
async function openOwn(sharing: ShareOutcome | null = 'sent') {
  const shared = await startShared(ADA)
  const { server, route, card } = shared
  const telegram = createFakeTelegram({ launch: server.launch(), sharing })
  const app = openMemberApp(server, { telegram, route })
  await app.sees(messages.send)
  return { ...shared, app, link: shareLink(card.url) }
}

/** The page of Ada's wallet, shared or not. */
async function openWallet({ isShared = false } = {}) {
  const server = await startAppServer()
  const ada = await server.visit()
  const [wallet, other] = [await ada.linkTon(), await ada.linkTon(2)]
  const share = ({ id: walletId }: typeof wallet) =>
    ada.api.call(shareWallet, { body: { walletId } })
  const card = isShared ? [await share(other), await share(wallet)][1] : undefined
  const route = { screen: 'wallet', id: wallet.id } as const
  const app = openMemberApp(server, { route })
  await app.sees(isShared ? messages.showCard : messages.shareCard)
  return { server, app, wallet, card, route }
}

const hasOpened = ({ telegram }: MemberApp, link: string) =>
  until(() => expect(telegram.opened).toEqual([link]))
/** Waits until the app has opened the card. */
const isAtCard = (app: MemberApp) =>
  until(() => expect(app.router.route.get()).toMatchObject({ screen: 'card' }))

test('a card says first what is proven, then how, and shows its holder as Telegram does', async () => {
  const { app, server, wallet } = await openCard()
  for (const text of [
    'Ilya controls',
    'verified today',
    en.wallet.how,
    '@ilya',
    en.wallet.levels.key.sentence,
    messages.bindings.domain.sentence,
    messages.checked(isolated(server.boot.appName)),
    en.wallet.verified,
    messages.since,
    en.wallet.explorer,
  ])
    expect(app.text()).toContain(text)
  expect(app.text().replaceAll(' ', '')).toContain(displayAddress(wallet))
  // Only the holder can do these.
  for (const action of [messages.send, messages.stop]) expect(app.text()).not.toContain(action)
  app.press('@ilya')
  expect(app.telegram.opened).toEqual(['https://t.me/ilya'])
})

test('a card shows nothing before the server has answered', async () => {
  const { server, route } = await startShared()
  const answer = server.hold(getCard)
  const app = openMemberApp(server, { route })
  await until(() => expect(server.sentTo(getCard)).toHaveLength(1))
  expect(app.text()).not.toMatch(/Ilya|UQ|EQ/)
  answer()
  await app.sees('Ilya')
})

test('the app rejects a card that claims the proof of one owner only', async () => {
  const { server, holder, card, route } = await startShared()
  const answered = await holder.api.call(getCard, { id: card.code })
  const wallet = { ...answered.wallet, level: 'signer' }
  server.replace(getCard, () => Response.json({ ...answered, wallet }))
  const app = openMemberApp(server, { route })
  await app.sees(en.problems.internal)
  expect(app.text()).not.toContain('Ilya')
})

test('an EVM account is shown with its chain where the operator offers EVM wallets', async () => {
  const server = await startAppServer({ evm: 'in-app' })
  const ilya = await server.visit(ILYA)
  const { id: walletId } = await ilya.linkEvm()
  const { code } = await ilya.api.call(shareWallet, { body: { walletId } })
  const app = openMemberApp(server, { route: { screen: 'card', code } })
  await app.sees(evmEn.everyChain)
  expect(app.text()).toContain(messages.bindings.text.sentence)
})

test.each([
  ['was taken back', true, en.problems['card-gone']],
  ['never was', false, messages.missing.sentence],
])('the link of a card that %s says so and leads Home', async (_, was, text) => {
  const { server, revoke, route } = await startShared()
  if (was) await revoke()
  const code = was ? route.code : `c1_${'n'.repeat(22)}`
  const app = openMemberApp(server, { route: { screen: 'card', code } })
  await app.sees(text)
  expect(app.text()).not.toContain('Ilya')
  await app.tapMain(en.actions.home)
  expect(app.router.route.get()).toEqual({ screen: 'home' })
})

test('a card that is taken back while a member reads it is gone with the next return', async () => {
  const { app, revoke } = await openCard()
  await revoke()
  app.telegram.comeBack()
  await app.sees(en.problems['card-gone'])
  expect(app.text()).not.toContain('Ilya')
})

test('the member’s card is sent as a message that the bot has prepared', async () => {
  const { app, server, card } = await openOwn()
  await app.sees(messages.yours)
  app.press(messages.send)
  await app.sees(messages.sent)
  expect(app.telegram.shared).toEqual(['prepared-1'])
  expect(server.sentTo(share)).toMatchObject([{ body: { code: card.code } }])
  expect(app.telegram.haptics).toContain('success')
  expect(app.telegram.opened).toEqual([])
})

test('the link replaces a message that Telegram did not prepare', async () => {
  const { app, server, link } = await openOwn()
  server.server.telegram.goAway()
  app.press(messages.send)
  await hasOpened(app, link)
  expect(app.telegram.shared).toEqual([])
})

test('a client that cannot send it shares the link', async () => {
  const { app, link } = await openOwn('unsupported')
  app.press(messages.send)
  await hasOpened(app, link)
})

test('a message that is prepared too late for the tap waits for the next one, and is not prepared twice', async () => {
  const { app, server } = await openOwn()
  app.telegram.tap.isFresh = false
  app.press(messages.send)
  await app.sees(messages.chooseChat)
  expect(app.telegram.shared).toEqual([])
  app.press(messages.chooseChat)
  await app.sees(messages.sent)
  expect(app.telegram.shared).toEqual(['prepared-1'])
  expect(server.sentTo(share)).toHaveLength(1)
})

test('a link that replaces a message the client could not send waits for the next tap', async () => {
  const { app, link } = await openOwn('unsupported')
  app.telegram.tap.isFresh = false
  app.press(messages.send)
  await app.tap(messages.chooseChat)
  await until(() => expect(app.telegram.shared).toEqual(['prepared-1']))
  expect(app.telegram.opened).toEqual([])
  await until(() => {
    app.press(messages.chooseChat)
    expect(app.telegram.opened).toEqual([link])
  })
  await app.tap(messages.send)
})

test('a client without prepared messages shares the link immediately, inside the tap', async () => {
  const { app, server, link } = await openOwn(null)
  app.press(messages.send)
  expect(app.telegram.opened).toEqual([link])
  expect(server.sentTo(share)).toEqual([])
})

test('a member who declines to send sees no problem', async () => {
  const { app } = await openOwn('declined')
  app.press(messages.send)
  await until(() => expect(app.telegram.shared).toHaveLength(1))
  await app.settles()
  expect(app.text()).not.toContain(en.problems['share-failed'])
  expect(app.telegram.opened).toEqual([])
})

test('a message that Telegram fails to send shows a problem, and the next try shares the link', async () => {
  const { app, link } = await openOwn('failed')
  app.press(messages.send)
  await app.sees(en.problems['share-failed'])
  app.press(messages.send)
  expect(app.telegram.opened).toEqual([link])
})

test('a refusal to prepare a message shows a problem, and the next try works', async () => {
  const { app, server } = await openOwn()
  const restore = server.refuse(share, 'rate-limited')
  app.press(messages.send)
  await app.sees(en.problems['rate-limited'])
  restore()
  app.press(messages.send)
  await app.sees(messages.sent)
})

test('the member’s card is taken back after a question, and the wallet can be shared again', async () => {
  const { app, server, wallet, card } = await openOwn()
  app.press(messages.stop)
  await until(() => expect(app.telegram.questions).toHaveLength(1))
  await app.settles()
  expect(server.sentTo(revokeCard)).toEqual([])
  app.telegram.answers.push(true)
  app.press(messages.stop)
  await app.sees(messages.stopped.sentence)
  expect(app.telegram.questions.at(-1)).toMatchObject({ destructive: true })
  expect(server.sentTo(revokeCard)).toMatchObject([{ path: `/api/cards/${card.code}` }])
  await until(() => expect(app.telegram.secondaryButton()?.text).toBe(messages.again))
  app.telegram.pressSecondaryButton()
  await app.sees(messages.send)
  expect(app.router.route.get()).not.toMatchObject({ code: card.code })
  expect(server.sentTo(shareWallet)).toMatchObject([{ body: { walletId: wallet.id } }])
})

test('taking back a card that was taken back elsewhere succeeds', async () => {
  const { app, revoke } = await openOwn()
  await revoke()
  app.telegram.answers.push(true)
  app.press(messages.stop)
  await app.sees(messages.stopped.sentence)
})

test('a wallet is shared as a card, which is shown before it is sent', async () => {
  const { app, server } = await openWallet()
  await app.sees(messages.shareNote)
  app.press(messages.shareCard)
  await isAtCard(app)
  expect(server.sentTo(share)).toEqual([])
  await app.sees(messages.yours)
  app.router.back()
  await app.sees(messages.showCard)
})

test('a wallet that cannot be shared now shows the problem', async () => {
  const { app, server, route } = await openWallet()
  server.refuse(shareWallet, 'rate-limited')
  app.press(messages.shareCard)
  await app.sees(en.problems['rate-limited'])
  expect(app.router.route.get()).toEqual(route)
})

test('a wallet with a live card shows it, and can stop sharing it', async () => {
  const { app, server, card } = await openWallet({ isShared: true })
  app.telegram.answers.push(true)
  app.press(messages.stop)
  await app.sees(messages.shareCard)
  expect(server.sentTo(revokeCard)).toMatchObject([{ path: `/api/cards/${card?.code}` }])
})

test('a live card is one press away from the wallet', async () => {
  const { app } = await openWallet({ isShared: true })
  app.press(messages.showCard)
  await app.sees(messages.yours)
})

test('a member who leaves while the card is made stays where they are', async () => {
  const { app, server } = await openWallet()
  const answer = server.hold(shareWallet)
  app.press(messages.shareCard)
  app.router.replace({ screen: 'home' })
  answer()
  await until(() => expect(app.telegram.haptics).toContain('success'))
  expect(app.router.route.get()).toEqual({ screen: 'home' })
})

/** Ilya's card with its proof, opened by Ada. @param change what arrives instead of the proof */
async function openProven(change: (proof: string) => string = (proof) => proof) {
  const shared = await startShared()
  const { server, holder, card, route } = shared
  await holder.api.call(showCardProof, { id: card.code, body: { isShown: true } })
  const received = await (await server.visit(ADA)).api.call(getCard, { id: card.code })
  const proof = change(received.proof ?? '')
  server.replace(getCard, () => Response.json({ ...received, proof }))
  const app = openMemberApp(server, { route })
  await app.sees(messages.proof.check)
  return { ...shared, app, received }
}

test('a receiver checks the proof of a card on their own device, and the server hears nothing of it', async () => {
  const { app, server, received } = await openProven()
  const before = server.sent.length
  app.press(messages.proof.check)
  await app.sees(messages.proof.holds)
  for (const check of ['state-init', 'key', 'signature'] as const)
    expect(app.text()).toContain(checksEn.names[check])
  expect(app.text()).toContain(String(ILYA.id))
  const { wallet } = received
  expect(app.text()).toContain(
    `${displayAddress(wallet)
      .match(/.{1,4}/g)
      ?.join(' ')}`,
  )
  expect(app.text()).toContain(`${checksEn.wallet} ${accountId(wallet)}`)
  expect(server.sent).toHaveLength(before)
})

test.each([
  ['a changed signature', (proof: string) => proof.replace(/"timestamp":\d+/, '"timestamp":1')],
  ['no proof at all', () => '{}'],
  ['a proof of another wallet', () => OTHER_PROOF],
])('attack: a card with %s is called out on the receiver’s device', async (_, change) => {
  const { app } = await openProven(change)
  app.press(messages.proof.check)
  await app.sees(messages.proof.broken)
  expect(app.text()).not.toContain(messages.proof.holds)
})

test('the holder turns the proof of their card on and off', async () => {
  const { app, server, card } = await openOwn()
  const visitor = await server.visit(ILYA)
  const isProofSeen = async () =>
    (await visitor.api.call(getCard, { id: card.code })).proof !== null
  await app.sees(messages.proof.show)
  expect(await isProofSeen()).toBe(false)
  const toggle = () => app.container.querySelector<HTMLInputElement>('input[role="switch"]')
  toggle()?.click()
  await until(async () => expect(await isProofSeen()).toBe(true))
  await until(() => expect(toggle()?.checked).toBe(true))
  toggle()?.click()
  await until(async () => expect(await isProofSeen()).toBe(false))
})
