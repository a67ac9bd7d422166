import { describe, expect, onTestFinished, test } from 'vitest'
import type { Route } from '#client/screens/routing/router.ts'
import { setDoor } from '#shared/api/set-door.ts'
import { turnOffDoor } from '#shared/api/turn-off-door.ts'
import type { DoorRule } from '#shared/door-rule.ts'
import { joinCode } from '#shared/start-param.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { askToJoin } from '#tests/support/join-samples.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { doorEn, en } from '#tests/support/messages.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { ADA, ILYA, NEGAR } from '#tests/support/people.ts'
import { until } from '#tests/support/until.ts'

const { join, rules } = doorEn
const GROUP = '-1001'
const TON_ONLY: DoorRule = { kind: 'wallet', family: 'ton', level: null, binding: null }

/** Ilya asks to join a group, whose door has this rule. */
async function startAsking(rule: DoorRule = TON_ONLY) {
  const server = await startAppServer()
  const { telegram, tellJoins, store, clock, joins } = server.server
  joins.start()
  onTestFinished(() => joins.stop())
  telegram.addGroup({ id: GROUP, title: 'Council', administrators: [ADA.id] })
  const chat = await store.saveChat({ telegramId: GROUP, title: 'Council' }, clock.now)
  const admin = await server.signIn(ADA)
  await admin.call(setDoor, { id: chat.id, body: { version: null, rule, tags: false } })
  const ilya = await server.visit(ILYA)
  const asked = await askToJoin(store, {
    now: clock.now,
    userId: ilya.userId,
    rule: null,
    queryId: 'query',
    group: GROUP,
  })
  const code = joinCode(asked.id)
  return {
    ilya,
    /** Telegram is away. */
    goAway: () => {
      tellJoins.outcome = { outcome: 'failed', code: 'away', retryAfterMs: null }
    },
    /** Telegram answers that it no longer has the request. */
    refuse: () => {
      tellJoins.outcome = { outcome: 'closed' }
      clock.now += 60_000
      joins.kick()
    },
    turnOff: () => admin.call(turnOffDoor, { id: chat.id }),
    open: (person = ILYA) =>
      openMemberApp(server, {
        telegram: createFakeTelegram({ launch: server.launch(person) }),
        route: { screen: 'join', code },
      }),
  }
}

describe('a person who asks to join', () => {
  test('reads the rule, and is let in once a wallet is linked, on whatever device', async () => {
    const { ilya, open } = await startAsking()
    const app = open()
    await app.sees(join.title('Council'))
    expect(app.text()).toContain(rules.wallet)
    await app.seesMain(join.connect)
    await ilya.linkTon()
    await app.sees(join.approved('Council').name)
    await app.sees(join.wallet)
    await app.seesMain(en.attempt.backTo('Council'))
  })

  test('reads what became of the approval that Telegram did not take', async () => {
    const { ilya, open, goAway, refuse } = await startAsking()
    const app = open()
    await app.sees(join.title('Council'))
    goAway()
    await ilya.linkTon()
    await app.sees(join.approved('Council').name)
    refuse()
    await app.sees(join.over['closed-there'].name)
  })

  test('is offered only wallets that the rule asks for, for no other purpose', async () => {
    const { open } = await startAsking()
    const app = open()
    await app.tapMain(join.connect)
    await app.sees(en.connect.title)
    expect(app.router.route.get()).toMatchObject({ screen: 'connect' })
    expect(app.text()).not.toContain('EVM')
  })

  test('reads that people decide once the door is turned off', async () => {
    const { open, turnOff } = await startAsking()
    const app = open()
    await app.sees(join.title('Council'))
    await turnOff()
    await app.sees(join.queued('').name)
    await app.sees(join.whys['door-off'])
  })
})

/** A device on which Ada has come from a request to join to the choice of a wallet. */
async function startConnecting() {
  const server = await startAppServer()
  const ada = await server.visit(ADA)
  const [code, device] = [joinCode('j'.repeat(22)), createMemoryStorage()]
  const open = (route: Route = { screen: 'connect', purpose: code }) =>
    openMemberApp(server, { device, route })
  return { server, ada, code, device, open }
}

/** Ada links another wallet than the one that she had chosen. */
async function proveAnother(server: AppServer, app: MemberApp): Promise<void> {
  await app.tap(en.attempt.anotherWallet)
  await app.tap('Tonkeeper')
  await app.sees('Approve in Tonkeeper')
  app.wallets.answer(server.proveTon(app.wallets.prepared.at(-1)))
}

describe('the outcome of a wallet', () => {
  test('is shown by the request to join for which it was connected, also after a reload', async () => {
    const { server, code, open } = await startConnecting()
    const app = open()
    await app.tap('Wallet in Telegram')
    await app.sees('Approve in Wallet')
    const again = open({ screen: 'join', code })
    await again.sees(en.attempt.title)
    again.wallets.answer(server.proveTon(app.wallets.prepared[0]))
    await until(() => expect(again.router.route.get()).toEqual({ screen: 'join', code }))
  })

  test('is shown by that request where another wallet was chosen meanwhile', async () => {
    const { server, code, open } = await startConnecting()
    const app = open()
    await app.tap('Wallet in Telegram')
    await proveAnother(server, app)
    await until(() => expect(app.router.route.get()).toEqual({ screen: 'join', code }))
  })

  test('is shown by that request where the first wallet failed', async () => {
    const { server, code, open } = await startConnecting()
    const app = open()
    await app.tap('Wallet in Telegram')
    await app.sees('Approve in Wallet')
    app.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
    await proveAnother(server, app)
    await until(() => expect(app.router.route.get()).toEqual({ screen: 'join', code }))
  })

  test('is its receipt where it was verified again after that', async () => {
    const { server, ada, device, open } = await startConnecting()
    const { id } = await ada.linkTon()
    const app = { appName: 'tonkeeper', name: 'Tonkeeper' }
    device.setItem(`clasp/${ADA.id}/provers`, JSON.stringify([{ walletId: id, app }]))
    const joining = open()
    await joining.sees(en.connect.title)
    joining.router.replace({ screen: 'wallet', id })
    await joining.tap('Verify again with Tonkeeper')
    await joining.sees('Approve in Tonkeeper')
    server.server.clock.now += 60_000
    joining.wallets.answer(server.proveTon(joining.wallets.prepared[0]))
    await joining.sees(en.attempt.linked)
  })

  test('is its receipt where it was verified again with another app after that', async () => {
    const { server, ada, open } = await startConnecting()
    const { id } = await ada.linkTon()
    const app = open()
    await app.sees(en.connect.title)
    app.router.replace({ screen: 'connect', walletId: id })
    await app.sees('Tonkeeper')
    await app.tap('Wallet in Telegram')
    await app.sees('Approve in Wallet')
    server.server.clock.now += 60_000
    app.wallets.answer(server.proveTon(app.wallets.prepared[0]))
    await app.sees(en.attempt.linked)
  })

  test('is its receipt where an attempt that had failed before was tried again', async () => {
    const { server, open } = await startConnecting()
    const first = open({ screen: 'connect' })
    await first.tap('Wallet in Telegram')
    await first.sees('Approve in Wallet')
    first.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
    const again = 'Try again with Wallet'
    await first.sees(again)
    const failed = first.router.route.get()
    const app = open()
    await app.sees(en.connect.title)
    app.router.replace(failed)
    await app.tap(again)
    await app.sees('Approve in Wallet')
    app.wallets.answer(server.proveTon(app.wallets.prepared.at(-1)))
    await app.sees(en.attempt.linked)
  })

  test('is its receipt where another device has connected it', async () => {
    const { ada, open } = await startConnecting()
    const attempt = await ada.startTon()
    const app = open()
    await app.sees(en.connect.title)
    app.router.replace({ screen: 'attempt', id: attempt.id })
    await ada.prove(attempt)
    await app.sees(en.attempt.linked)
  })
})

test('attack: a request of somebody else shows nothing', async () => {
  const { open } = await startAsking()
  const app = open(NEGAR)
  await app.sees(join.missing.name)
  expect(app.text()).not.toContain('Council')
})
