import { expect, test } from 'vitest'
import { getCard } from '#shared/api/get-card.ts'
import { listCards } from '#shared/api/list-cards.ts'
import { revokeCard } from '#shared/api/revoke-card.ts'
import { share } from '#shared/api/share.ts'
import { shareWallet } from '#shared/api/share-wallet.ts'
import type { Card } from '#shared/card.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { isolated } from '#client/i18n/format.ts'
import { shareLink } from '#client/screens/share/share-link.ts'
import type { ShareOutcome } from '#client/telegram/telegram.ts'
import { CARD, EVM_WALLET, ok, OWN_CARD, refuse, WALLET } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createGate } from '#tests/support/gate.ts'
import { createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { en, evmEn, sharingEn as words } from '#tests/support/words.ts'

const ROUTE = { screen: 'card', code: CARD.code } as const
const OWN: Card = { ...CARD, mine: true, holder: { firstName: 'Ada', username: 'ada' } }
const LINK = `https://t.me/clasp_bot/app?startapp=${CARD.code}`

type App = ReturnType<typeof openApp>

const sees = (app: App, text: string) => until(() => expect(app.text()).toContain(text))

function createServer(card: Card = CARD) {
  const server = createReadyServer()
  server.on(getCard, () => ok(card))
  server.on(revokeCard, () => ({ status: 204 }))
  server.on(share, () => ok({ url: LINK, preparedMessageId: 'prepared-1' }))
  server.on(listCards, () => ok({ cards: [] }))
  server.on(shareWallet, () => ok(OWN_CARD))
  return server
}

const openCard = (card?: Card, telegram = createFakeTelegram()) =>
  openApp({ server: createServer(card), telegram, route: ROUTE })

test('a card shows its holder as Telegram does, the wallet, and how much is proven', async () => {
  const app = openCard()
  await sees(app, words.title)
  for (const text of ['Ilya', '@ilya', en.wallet.levels.key.sentence])
    expect(app.text()).toContain(text)
  expect(app.text()).toContain(words.bindings.domain.sentence)
  expect(app.text()).toContain(words.checked(isolated('Clasp')))
  expect(app.text().replaceAll(' ', '')).toContain(displayAddress(WALLET))
  for (const fact of [en.wallet.verified, words.since, en.wallet.explorer])
    expect(app.text()).toContain(fact)
  // What only its holder can do.
  for (const action of [words.send, words.stop]) expect(app.text()).not.toContain(action)
})

test('nothing of a card is shown before the server has answered', async () => {
  const server = createServer()
  const late = createGate()
  server.on(getCard, async () => {
    await late.passed
    return ok(CARD)
  })
  const app = openApp({ server, route: ROUTE })
  await until(() => expect(server.sentTo(getCard)).toHaveLength(1))
  expect(app.text()).not.toMatch(/Ilya|UQ|EQ/)
  late.open()
  await sees(app, 'Ilya')
})

test('a card that says a wallet is proven by one of its owners is not believed', async () => {
  const server = createReadyServer()
  server.on(getCard, () => ok({ ...CARD, wallet: { ...CARD.wallet, level: 'signer' } }))
  const app = openApp({ server, route: ROUTE })
  await sees(app, en.problems.internal)
  expect(app.text()).not.toContain('Ilya')
})

test('a holder with a username can be written to', async () => {
  const app = openCard()
  await sees(app, '@ilya')
  app.press('@ilya')
  expect(app.telegram.opened).toEqual(['https://t.me/ilya'])
})

test('an EVM account is shown with its chain where the owner offers EVM wallets', async () => {
  const { id: _, label: __, primary: ___, ...wallet } = EVM_WALLET
  const server = createServer({ ...CARD, wallet })
  const app = openApp({ boot: EVM_BOOT, server, route: ROUTE })
  await sees(app, evmEn.everyChain)
  expect(app.text()).toContain(words.bindings.text.sentence)
})

test.each<[ProblemCode, string]>([
  ['card-gone', en.problems['card-gone']],
  ['not-found', words.missing.sentence],
])('a link refused with %s says so and leads Home', async (code, text) => {
  const server = createServer()
  server.on(getCard, () => refuse(code))
  const app = openApp({ server, route: ROUTE })
  await sees(app, text)
  expect(app.text()).not.toContain('Ilya')
  await until(() => expect(app.telegram.mainButton()?.text).toBe(en.actions.home))
  app.telegram.pressMainButton()
  expect(app.router.route.get()).toEqual({ screen: 'home' })
})

test('a card that is taken back while it is looked at is gone with the next return', async () => {
  const app = openCard()
  await sees(app, 'Ilya')
  app.server.on(getCard, () => refuse('card-gone'))
  app.telegram.comeBack()
  await sees(app, en.problems['card-gone'])
  expect(app.text()).not.toContain('Ilya')
})

test('an own card is sent as a message that the bot has prepared', async () => {
  const app = openCard(OWN)
  await sees(app, words.yours)
  await until(() => app.press(words.send))
  await sees(app, words.sent)
  expect(app.telegram.shared).toEqual(['prepared-1'])
  expect(app.server.sentTo(share)).toMatchObject([{ body: { code: CARD.code } }])
  expect(app.telegram.haptics).toContain('success')
  expect(app.telegram.opened).toEqual([])
})

test('a message that Telegram did not prepare is replaced by the link', async () => {
  const app = openCard(OWN)
  app.server.on(share, () => ok({ url: LINK, preparedMessageId: null }))
  await until(() => app.press(words.send))
  await until(() => expect(app.telegram.opened).toEqual([shareLink(LINK)]))
  expect(app.telegram.shared).toEqual([])
})

test('a client that cannot send it shares the link', async () => {
  const app = openCard(OWN, createFakeTelegram({ sharing: 'unsupported' }))
  await until(() => app.press(words.send))
  await until(() => expect(app.telegram.opened).toEqual([shareLink(LINK)]))
})

test('a message that was prepared too late for the tap waits for the next one, and is not prepared twice', async () => {
  const app = openCard(OWN)
  app.telegram.tap.isFresh = false
  await until(() => app.press(words.send))
  await sees(app, words.chooseChat)
  expect(app.telegram.shared).toEqual([])
  app.press(words.chooseChat)
  await sees(app, words.sent)
  expect(app.telegram.shared).toEqual(['prepared-1'])
  expect(app.server.sentTo(share)).toHaveLength(1)
})

test('a link in place of a message that the client could not send waits for the next tap', async () => {
  const app = openCard(OWN, createFakeTelegram({ sharing: 'unsupported' }))
  app.telegram.tap.isFresh = false
  await until(() => app.press(words.send))
  await until(() => app.press(words.chooseChat))
  await until(() => expect(app.telegram.shared).toEqual(['prepared-1']))
  expect(app.telegram.opened).toEqual([])
  await until(() => {
    app.press(words.chooseChat)
    expect(app.telegram.opened).toEqual([shareLink(LINK)])
  })
  await until(() => app.press(words.send))
})

test('a client without prepared messages shares the link at once, inside the tap', async () => {
  const app = openCard(OWN, createFakeTelegram({ sharing: null }))
  await until(() => app.press(words.send))
  expect(app.telegram.opened).toEqual([shareLink(LINK)])
  expect(app.server.sentTo(share)).toEqual([])
})

test('who thinks better of it is told nothing', async () => {
  const app = openCard(OWN, createFakeTelegram({ sharing: 'declined' }))
  await until(() => app.press(words.send))
  await until(() => expect(app.telegram.shared).toHaveLength(1))
  await until(() => expect(app.container.querySelector('[aria-busy=true]')).toBeNull())
  expect(app.text()).not.toContain(en.problems['share-failed'])
  expect(app.telegram.opened).toEqual([])
})

test('what Telegram did not send is said, and the next try goes another way', async () => {
  const outcome: ShareOutcome = 'failed'
  const app = openCard(OWN, createFakeTelegram({ sharing: outcome }))
  await until(() => app.press(words.send))
  await sees(app, en.problems['share-failed'])
  app.press(words.send)
  expect(app.telegram.opened).toEqual([shareLink(LINK)])
})

test('a server that prepares nothing is a problem, and is asked again', async () => {
  const app = openCard(OWN)
  app.server.on(share, () => refuse('rate-limited'))
  await until(() => app.press(words.send))
  await sees(app, en.problems['rate-limited'])
  app.server.on(share, () => ok({ url: LINK, preparedMessageId: 'prepared-2' }))
  app.press(words.send)
  await sees(app, words.sent)
})

test('an own card is taken back after a question, and the wallet can be shared anew', async () => {
  const app = openCard(OWN)
  await until(() => app.press(words.stop))
  await until(() => expect(app.telegram.questions).toHaveLength(1))
  await until(() => expect(app.container.querySelector('[aria-busy=true]')).toBeNull())
  expect(app.server.sentTo(revokeCard)).toEqual([])
  app.telegram.answers.push(true)
  app.press(words.stop)
  await sees(app, words.stopped.sentence)
  expect(app.telegram.questions.at(-1)).toMatchObject({ destructive: true })
  expect(app.server.sentTo(revokeCard)).toMatchObject([{ path: `/api/cards/${CARD.code}` }])
  await until(() => expect(app.telegram.secondaryButton()?.text).toBe(words.again))
  app.telegram.pressSecondaryButton()
  await until(() => expect(app.router.route.get()).toEqual({ screen: 'card', code: OWN_CARD.code }))
  expect(app.server.sentTo(shareWallet)).toMatchObject([{ body: { walletId: WALLET.id } }])
})

test('a card that was taken back elsewhere is as it was to be', async () => {
  const app = openCard(OWN)
  app.server.on(revokeCard, () => refuse('card-gone'))
  app.telegram.answers.push(true)
  await until(() => app.press(words.stop))
  await sees(app, words.stopped.sentence)
})

const WALLET_ROUTE = { screen: 'wallet', id: WALLET.id } as const

test('a wallet is shared as a card, which is shown before it is sent', async () => {
  const app = openApp({ server: createServer(OWN), route: WALLET_ROUTE })
  await sees(app, words.shareNote)
  app.press(words.shareCard)
  await until(() => expect(app.router.route.get()).toEqual({ screen: 'card', code: OWN_CARD.code }))
  expect(app.server.sentTo(share)).toEqual([])
  app.router.back()
  await sees(app, words.shareCard)
})

test('a wallet that may not be shared now says so', async () => {
  const server = createServer()
  server.on(shareWallet, () => refuse('rate-limited'))
  const app = openApp({ server, route: WALLET_ROUTE })
  await sees(app, words.shareCard)
  app.press(words.shareCard)
  await sees(app, en.problems['rate-limited'])
  expect(app.router.route.get()).toEqual(WALLET_ROUTE)
})

test('a wallet with a live card shows it, and stops sharing it', async () => {
  const server = createServer(OWN)
  const cards = { current: [{ ...OWN_CARD, walletId: 'x'.repeat(22) }, OWN_CARD] }
  server.on(listCards, () => ok({ cards: cards.current }))
  const app = openApp({ server, route: WALLET_ROUTE })
  await sees(app, words.showCard)
  app.telegram.answers.push(true)
  cards.current = []
  app.press(words.stop)
  await sees(app, words.shareCard)
  expect(server.sentTo(revokeCard)).toMatchObject([{ path: `/api/cards/${OWN_CARD.code}` }])
})

test('a live card is one press away from the wallet', async () => {
  const server = createServer(OWN)
  server.on(listCards, () => ok({ cards: [OWN_CARD] }))
  const app = openApp({ server, route: WALLET_ROUTE })
  await sees(app, words.showCard)
  app.press(words.showCard)
  await sees(app, words.yours)
})

test('who has gone on while the card was made stays there', async () => {
  const server = createServer(OWN)
  const late = createGate()
  server.on(shareWallet, async () => {
    await late.passed
    return ok(OWN_CARD)
  })
  const app = openApp({ server, route: WALLET_ROUTE })
  await sees(app, words.shareCard)
  app.press(words.shareCard)
  app.router.replace({ screen: 'home' })
  late.open()
  await until(() => expect(app.telegram.haptics).toContain('success'))
  expect(app.router.route.get()).toEqual({ screen: 'home' })
})
