import { afterEach, describe, expect, test, vi } from 'vitest'
import { deleteMe } from '#shared/api/delete-me.ts'
import { exportPeople } from '#shared/api/export-people.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { listPeople } from '#shared/api/list-people.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import { answerRequest } from '#shared/api/answer-request.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { updateRequest } from '#shared/api/update-request.ts'
import { withdrawAnswer } from '#shared/api/withdraw-answer.ts'
import type { MadeRequest } from '#shared/request.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { answer, ARGONAUTS, startRequesting } from '#tests/support/requesting.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { requestingEn, requestingFa, en } from '#tests/support/messages.ts'
import { ADA, NEGAR, ILYA } from '#tests/support/people.ts'

const DAY_S = 24 * 60 * 60

type MadeStage = Awaited<ReturnType<typeof startMade>>

afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

type Options = Parameters<typeof startRequesting>[0] & {
  /** The chat that Ada asks. @default the Argonauts */
  group?: typeof ARGONAUTS | null
  expiresIn?: number
  /** The state of the bot's message. @default sent */
  message?: 'waiting' | 'sent' | 'left' | 'refused'
  answered?: boolean
  closed?: boolean
}

/** Ada has made a request; Ilya has answered it, or not. */
async function startMade(options: Options = {}) {
  const {
    group = ARGONAUTS,
    message = 'sent',
    answered = false,
    closed = false,
    expiresIn,
    ...rest
  } = options
  const asking = await startRequesting(rest)
  const { server, ada } = asking
  const { code } = await asking.ask(group, expiresIn)
  await post(server, message)
  const ilya = answered ? await answer(server, code) : undefined
  if (closed) await ada.api.call(updateRequest, { id: code, body: { state: 'closed' } })
  return { ...asking, ilya, code, route: { screen: 'made-request', code } as const }
}

/** That request on Ada's screen, in virtual time. */
async function openMade(options: Options = {}) {
  const asked = await startMade(options)
  return { ...asked, app: open(asked) }
}

function open(
  { server, route }: MadeStage,
  options: Parameters<typeof openMemberApp>[1] = {},
): MemberApp {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  return openMemberApp(server, { route, ...options })
}

/** The bot writes into the chat, or fails to, immediately or when it writes again. */
async function post({ server: { store, clock } }: AppServer, message: Options['message']) {
  if (message === 'waiting') return
  const [due] = await store.leasePosts(clock.now, clock.now + 1, 1)
  if (!due) return
  if (message !== 'refused')
    await store.settlePost({ id: due.id, messageId: 1 }, { now: clock.now, pauseMs: 0 })
  if (message !== 'sent') await store.dropPost(due.id)
}

/** The server answers this about the request, which no test can bring into this state. */
async function pretend({ server, ada, code }: MadeStage, change: Partial<MadeRequest>) {
  const { made, ...request } = await ada.api.call(getRequest, { id: code })
  const changed = { ...request, made: made && { ...made, ...change } }
  return server.replace(getRequest, () => Response.json(changed))
}

test('a made request shows for whom it is, how many answered and until when it is open', async () => {
  const asked = await startMade({ answered: true })
  await answer(asked.server, asked.code, NEGAR, 8)
  const app = open(asked)
  await app.sees('2 people have answeredOpen until Nov 27, ')
  expect(app.container.querySelector('h1')?.textContent).toBe('Argonauts')
  expect(app.text()).toContain(requestingEn.facts.members)
  expect(app.text()).toContain(requestingEn.post.sent)
})

test('a made request without a chat says that it is for anybody with the link', async () => {
  const { app } = await openMade({ group: null, answered: true })
  await app.sees('1 person has answered')
  expect(app.container.querySelector('h1')?.textContent).toBe('Anyone with the link')
  expect(app.text()).toContain(requestingEn.facts.anybody)
})

describe('the number of answers', () => {
  test('changes while the requester watches, with the new person, and is announced', async () => {
    const { app, server, code } = await openMade()
    await app.sees(requestingEn.nobody)
    await answer(server, code)
    await pass(3_000)
    await app.sees('1 person has answered')
    await app.sees('Ilya')
    expect(app.services.announcement.get()).toContain('1 person has answered')
  })

  test('falls when an answer is withdrawn', async () => {
    const { app, ilya, code } = await openMade({ answered: true })
    await app.sees('Ilya')
    await ilya?.api.call(withdrawAnswer, { id: code })
    await pass(3_000)
    await app.sees('0 people have answered')
    await app.sees('Taken back Nov 20, ')
    expect(app.text()).toContain('Ilya')
    expect(app.text()).not.toContain('TON wallet')
    expect(app.text()).not.toContain(requestingEn.gone)
  })

  test('the number of answers does not reload the people while it stays the same', async () => {
    const { app, server } = await openMade()
    await app.sees(requestingEn.nobody)
    for (const times of [2, 3, 4]) {
      await pass(3_000)
      await until(() => expect(server.sentTo(getRequest).length).toBeGreaterThanOrEqual(times))
    }
    expect(server.sentTo(listPeople)).toHaveLength(1)
  })

  test('the number of answers is not polled after the request is closed', async () => {
    const { app, server } = await openMade({ closed: true })
    await app.sees(requestingEn.states.closed)
    await pass(30_000)
    expect(server.sentTo(getRequest)).toHaveLength(1)
  })

  test.each([false, true])(
    'the number of answers is refreshed immediately on return, whether the request is closed or not: %s',
    async (closed) => {
      const { app, server, ilya, code } = await openMade({ answered: true, closed })
      await app.sees('1 person has answered')
      const before = server.sentTo(getRequest).length
      await ilya?.api.call(withdrawAnswer, { id: code })
      app.telegram.comeBack()
      await pass(0)
      expect(server.sentTo(getRequest)).toHaveLength(before + 1)
      await app.sees('0 people have answered')
    },
  )

  test('the number of answers is final when the request ends while the requester watches', async () => {
    const { app, server } = await openMade({ expiresIn: 3_600 })
    await app.sees(requestingEn.nobody)
    server.server.clock.now += 3_600_000
    await pass(3_000)
    await app.sees('Ended Nov 20, ')
  })
})

describe('the bot’s message', () => {
  test('shows as pending, and then as sent', async () => {
    const { app, server } = await openMade({ message: 'waiting' })
    await app.sees(requestingEn.post.waiting)
    await post(server, 'sent')
    await pass(3_000)
    await app.sees(requestingEn.post.sent)
  })

  test.each(['left', 'refused'] as const)(
    'shows as unable to keep the count: %s',
    async (message) => {
      const { app } = await openMade({ message })
      await app.sees(requestingEn.post[message])
      expect(app.text()).not.toContain(requestingEn.post.sent)
      if (message === 'refused') expect(app.text()).toContain('Send the link there yourself.')
    },
  )

  test.each<[string, Options]>([
    ['where there is none', { group: null }],
    ['once the request is closed', { closed: true }],
  ])('the bot’s message is not mentioned %s', async (_, options) => {
    const { app } = await openMade(options)
    await app.sees(requestingEn.people)
    for (const messages of Object.values(requestingEn.post))
      expect(app.text()).not.toContain(messages)
  })
})

/** Telegram now sends this name for Ilya, who has answered. */
async function openRenamed(firstName: string) {
  const asked = await startMade({ answered: true })
  const { store, clock } = asked.server.server
  const profile = { firstName, username: null, language: 'en' as const, mayMessage: null }
  await store.saveUser({ telegramId: String(ILYA.id), ...profile }, clock.now)
  const app = open(asked)
  await app.sees(firstName.split(' ')[0] ?? '')
  return app
}

describe('a person who answered', () => {
  test('a person who answered is named as in Telegram, in one sentence about the wallet, with its kind and the time', async () => {
    const { app } = await openMade({ answered: true })
    await app.sees('Ilya')
    expect(app.text()).toMatch(/✓ Ilya controls \S{0,2}UQ\S{2}\S?…\S{4,6}\s?verified today/u)
    expect(app.text()).toContain('TON wallet W5')
    expect(app.text()).toMatch(/Answered Nov 20, /u)
    app.press('@ilya')
    expect(app.telegram.opened).toEqual(['https://t.me/ilya'])
  })

  test('cannot be pressed without a username', async () => {
    const app = await openRenamed('Nameless')
    expect(app.buttons().some(({ textContent }) => textContent.includes('Nameless'))).toBe(false)
  })

  test('shows that the wallet was unlinked after the answer', async () => {
    const asked = await startMade({ answered: true })
    await asked.ilya?.api.call(unlinkWallet, { id: asked.ilya.walletId })
    await open(asked).sees(requestingEn.gone)
  })

  test('shows when the wallet is on a test network', async () => {
    const asked = await startMade({ answered: true })
    const { people } = await asked.ada.api.call(listPeople, { id: asked.code })
    const wallet = { ...people[0]?.wallet, network: '-3' }
    const shown = [{ ...people[0], wallet }]
    asked.server.replace(listPeople, () => Response.json({ people: shown }))
    await open(asked).sees('(testnet)')
  })

  test('a person who answered has a name that cannot change the direction of our messages', async () => {
    const app = await openRenamed('علی \u202Ex')
    expect(app.text()).toContain('✓ \u2068علی x\u2069 controls')
    expect(app.text()).not.toContain('\u202E')
  })

  test('a person who answered is left out after the first two hundred, and the page says so', async () => {
    const asked = await startMade({ answered: true })
    await pretend(asked, { answered: 1_200 })
    const { people } = await asked.ada.api.call(listPeople, { id: asked.code })
    const many = Array.from({ length: 200 }, (_, index) => ({
      ...people[0],
      person: { firstName: `Member ${index}`, username: null },
    }))
    asked.server.replace(listPeople, () => Response.json({ people: many }))
    const app = open(asked)
    await app.sees('1,200 people have answered')
    await app.sees('The newest 200 are shown.')
  })

  test('a person with an EVM wallet is described where those are offered, and not elsewhere', async () => {
    const { server, ada } = await startRequesting({ evm: 'in-app' })
    const families: MadeRequest['families'] = ['ton', 'evm']
    const { code } = await ada.api.call(makeRequest, {
      body: { families, expiresIn: DAY_S, chatId: null, membersOnly: false },
    })
    const ilya = await server.visit(ILYA)
    const { id: walletId } = await ilya.linkEvm()
    await ilya.api.call(answerRequest, { id: code, body: { walletId } })
    const route = { screen: 'made-request', code } as const
    const offered = openMemberApp(server, { route, evm: createFakeWalletConnector() })
    await offered.sees('EVM wallet')
    await offered.sees(`${requestingEn.facts.wallets}TON and EVM`)
    const boot = {
      ...server.boot,
      policy: { ...server.boot.policy, evm: 'off' as const },
      evm: null,
    }
    const off = openMemberApp(server, { route, boot })
    await off.sees('0x7E5F\u2060…\u20605Bdf')
    expect(off.text()).not.toContain('EVM')
    expect(off.text()).not.toContain(requestingEn.facts.wallets)
  })
})

async function openTable(platform: 'ios' | 'unknown' = 'ios') {
  const asked = await startMade({ answered: true })
  const table = await asked.ada.api.call(exportPeople, { id: asked.code })
  const telegram = createFakeTelegram({ launch: asked.server.launch(), platform })
  const app = open(asked, { telegram })
  await app.tap(requestingEn.export)
  await app.sees(en.settings.copyAll)
  return { app, fileName: table.fileName, csv: table.csv.replace('\uFEFF', '') }
}

describe('the table of answers', () => {
  test('the table of answers can be read and copied', async () => {
    const { app, csv } = await openTable()
    const written: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      written.push(text)
    })
    const area = app.container.querySelector('textarea')
    expect(area?.readOnly).toBe(true)
    expect(area?.value.replaceAll('\r', '')).toBe(csv.replaceAll('\r', ''))
    expect(csv).toContain('Ilya')
    app.press(en.settings.copyAll)
    await app.sees(en.common.copied)
    expect(written).toEqual([csv])
    expect(app.text()).not.toContain(requestingEn.save)
  })

  test('the table of answers is saved as a file in a browser', async () => {
    const { app, csv, fileName } = await openTable('unknown')
    const names: string[] = []
    const blobs: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) blobs.push(blob)
      return 'blob:table'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    app.press(requestingEn.save)
    expect(names).toEqual([fileName])
    const bytes = new Uint8Array((await blobs[0]?.arrayBuffer()) ?? [])
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toBe(csv)
  })

  test('shows a problem when it does not arrive', async () => {
    const { app, server } = await openMade()
    server.refuse(exportPeople, 'internal')
    await app.tap(requestingEn.export)
    await app.sees(en.problems.internal)
  })
})

test('a maker who may no longer ask sees no answers, exports none, and can close the request', async () => {
  const asked = await startMade({ answered: true })
  asked.server.refuse(listPeople, 'request-not-allowed')
  const app = open(asked)
  app.telegram.answers.push(true)
  await app.sees(requestingEn.withheld)
  expect(app.text()).not.toContain('Ilya')
  expect(app.text()).not.toContain(requestingEn.export)
  await app.tap(requestingEn.close)
  await app.sees(requestingEn.states.closed)
})

describe('the extension of a request', () => {
  test('adds a week to the time that is left', async () => {
    const { app, server } = await openMade()
    await app.tap(requestingEn.extend)
    await app.sees('Open until Dec 4, ')
    expect(server.sentTo(updateRequest)).toMatchObject([{ body: { expiresIn: 14 * DAY_S } }])
    expect(app.telegram.haptics).toContain('success')
  })

  test('opens a request again that has expired', async () => {
    const asked = await startMade({ expiresIn: 3_600 })
    asked.server.server.clock.now += 2 * 3_600_000
    const app = open(asked)
    await app.tap(requestingEn.reopen)
    await app.sees('Open until')
    expect(asked.server.sentTo(updateRequest)).toMatchObject([{ body: { expiresIn: 7 * DAY_S } }])
  })

  test('shows the request as closed when its chat has closed it meanwhile', async () => {
    const { app, server } = await openMade()
    await app.sees(requestingEn.extend)
    await server.server.store.leaveChat(ARGONAUTS.id, server.server.clock.now)
    app.press(requestingEn.extend)
    await app.sees(requestingEn.states.closed)
    expect(app.text()).not.toContain(en.problems['request-closed'])
  })

  test.each(['request-not-allowed', 'chat-gone', 'rate-limited'] as const)(
    'refused with %s leaves the request as it is and says so',
    async (code) => {
      const { app, server } = await openMade()
      server.refuse(updateRequest, code)
      await app.tap(requestingEn.extend)
      await app.sees(en.problems[code])
      expect(app.text()).toContain('Open until Nov 27, ')
    },
  )

  test.each(['closed', 'full'] as const)(
    'the extension of a request is not offered for a request that is %s',
    async (state) => {
      const asked = await startMade()
      await pretend(asked, { state })
      const app = open(asked)
      await app.sees(requestingEn.export)
      expect(app.text()).not.toContain(requestingEn.extend)
      expect(app.text()).not.toContain(requestingEn.reopen)
    },
  )
})

describe('closing a request', () => {
  test('needs a confirmation, and is final', async () => {
    const { app, server } = await openMade()
    await app.tap(requestingEn.close)
    await until(() => expect(app.telegram.questions).toHaveLength(1))
    await app.settles()
    expect(server.sentTo(updateRequest)).toEqual([])
    app.telegram.answers.push(true)
    app.press(requestingEn.close)
    await app.sees(requestingEn.states.closed)
    expect(server.sentTo(updateRequest)).toMatchObject([{ body: { state: 'closed' } }])
    expect(app.text()).not.toContain(requestingEn.close)
    expect(app.text()).not.toContain(requestingEn.extend)
  })

  test('shows a problem when the server refuses it, and the request stays open', async () => {
    const { app, server } = await openMade()
    server.refuse(updateRequest, 'internal')
    app.telegram.answers.push(true)
    await app.tap(requestingEn.close)
    await app.sees(en.problems.internal)
    expect(app.text()).toContain('Open until')
  })

  test('closing a request is not undone by an older answer that arrives later', async () => {
    const { app, server } = await openMade()
    await app.sees(requestingEn.close)
    await server.settled()
    const answer = server.holdNextAnswer(getRequest)
    await pass(3_000)
    await answer.held
    app.telegram.answers.push(true)
    app.press(requestingEn.close)
    await app.sees(requestingEn.states.closed)
    answer.release()
    await pass(100)
    expect(app.text()).not.toContain('Open until')
  })
})

describe('another member’s request', () => {
  test.each([
    ['is nobody’s business here', null],
    ['looks as one that does not exist', `r1_${'n'.repeat(22)}`],
  ])('%s', async (_, unknown) => {
    const { server, code } = await startMade()
    const telegram = createFakeTelegram({ launch: server.launch(ILYA) })
    const route = { screen: 'made-request', code: unknown ?? code } as const
    const app = openMemberApp(server, { telegram, route })
    await app.sees(requestingEn.missing.name)
    expect(server.sentTo(listPeople).length).toBeLessThan(2)
    await app.tapMain(en.actions.home)
    await app.sees(en.home.connect)
  })

  test('shows nothing after its requester has deleted the account', async () => {
    const { app, ada } = await openMade({ answered: true })
    await app.sees('Ilya')
    await ada.api.call(deleteMe, {})
    await pass(3_000)
    await app.sees(requestingEn.missing.name)
    expect(app.text()).not.toContain('Ilya')
  })
})

test('the number of answers stays on the screen when the people cannot be loaded', async () => {
  const asked = await startMade({ answered: true })
  const restore = asked.server.refuse(listPeople, 'internal')
  const app = open(asked)
  await app.sees(en.problems.internal)
  expect(app.text()).toContain('1 person has answered')
  restore()
  await pass(15_000)
  await app.sees('Ilya')
})

test('Tab goes from the people to sharing the request and closing it', async () => {
  const { app } = await openMade({ answered: true })
  await app.sees('Ilya')
  const stops = app.buttons().map(({ textContent }) => textContent)
  const order = ['Ilya', requestingEn.export, requestingEn.extend, requestingEn.close].map(
    (messages) => stops.findIndex((text) => text.includes(messages)),
  )
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(order).not.toContain(-1)
})

test('a made request has its texts in Persian, with Persian digits', async () => {
  const account = { ...ADA, language_code: 'fa' }
  const asked = await startMade({ account, answered: true })
  const app = open(asked, {
    telegram: createFakeTelegram({ launch: asked.server.launch(account) }),
  })
  await app.sees(requestingFa.answered(1))
  expect(app.text()).toContain('۱')
  await app.sees('اختیار')
  expect(app.text()).toContain(requestingFa.people)
})
