import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { exportPeople } from '#shared/api/export-people.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { listPeople } from '#shared/api/list-people.ts'
import { updateRequest } from '#shared/api/update-request.ts'
import type { MadeRequest, ReceivedAnswer } from '#shared/request.ts'
import {
  ANSWER,
  createAskedServer,
  MADE,
  MADE_FOR_CHAT,
  PERSIAN_LAUNCH,
  requestOf,
  SHOWN_EVM_WALLET,
  SHOWN_WALLET,
} from '#tests/support/asked.ts'
import { ok, refuse } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createGate } from '#tests/support/gate.ts'
import { EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { askingEn, askingFa, en } from '#tests/support/words.ts'

const DAY_S = 24 * 60 * 60
const CSV = 'name,username,address\r\nIlya,ilya_voronov,UQAA\r\n'

type App = ReturnType<typeof openApp>
type Options = Parameters<typeof openApp>[0]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))
const seesNot = (app: App, words: string) => until(() => expect(app.text()).not.toContain(words))

function openMade(
  made: MadeRequest = MADE_FOR_CHAT,
  people: ReceivedAnswer[] = [],
  options: Options = {},
) {
  const server = createAskedServer(made)
  server.current.people = people
  const app = openApp({ server, route: { screen: 'made-request', code: made.code }, ...options })
  return { app, server }
}

/** Somebody answers, or takes it back. */
function move(
  { current }: ReturnType<typeof createAskedServer>,
  answered: number,
  people: ReceivedAnswer[],
) {
  current.made = { ...current.made, answered }
  current.people = people
}

test('says for whom it is, how many answered and until when', async () => {
  const { app } = openMade({ ...MADE_FOR_CHAT, answered: 2 })
  await sees(app, '2 people have answeredOpen until Nov 27, ')
  expect(app.container.querySelector('h1')?.textContent).toBe('Argonauts')
  expect(app.text()).toContain(askingEn.facts.members)
  expect(app.text()).toContain(askingEn.post.sent)
})

test.each(['left', 'refused'] as const)(
  'says that the message in the chat does not keep the count: %s',
  async (message) => {
    const { app } = openMade({ ...MADE_FOR_CHAT, message })
    await sees(app, askingEn.post[message])
    expect(app.text()).not.toContain(askingEn.post.sent)
  },
)

test('one for nobody in particular says so', async () => {
  const { app } = openMade({ ...MADE, answered: 1 })
  await sees(app, '1 person has answered')
  expect(app.container.querySelector('h1')?.textContent).toBe('Anybody with the link')
  expect(app.text()).toContain(askingEn.facts.anybody)
})

describe('the count', () => {
  test('moves while the maker looks, with who it was, and is read out', async () => {
    const { app, server } = openMade()
    await sees(app, askingEn.nobody)
    move(server, 1, [ANSWER])
    await pass(3_000)
    await sees(app, '1 person has answered')
    await sees(app, 'Ilya')
    expect(app.services.announcement.get()).toContain('1 person has answered')
  })

  test('goes back when an answer is taken back', async () => {
    const { app, server } = openMade({ ...MADE_FOR_CHAT, answered: 1 }, [ANSWER])
    await sees(app, 'Ilya')
    const withdrawn = { ...ANSWER, wallet: null, withdrawnAt: '2026-11-20T12:00:00.000Z' }
    move(server, 0, [withdrawn])
    await pass(3_000)
    await sees(app, '0 people have answered')
    await sees(app, 'Taken back')
    expect(app.text()).toContain('Ilya')
  })

  test('does not ask for the people anew while it stands still', async () => {
    const { app, server } = openMade()
    await sees(app, askingEn.nobody)
    await pass(9_000)
    expect(server.sentTo(getRequest).length).toBeGreaterThan(2)
    expect(server.sentTo(listPeople)).toHaveLength(1)
  })

  test('is asked for no more once the request is closed', async () => {
    const { app, server } = openMade({ ...MADE_FOR_CHAT, state: 'closed' })
    await sees(app, askingEn.states.closed)
    await pass(30_000)
    expect(server.sentTo(getRequest)).toHaveLength(1)
  })

  test('is asked for at once on return, be the request open or closed', async () => {
    for (const state of ['open', 'closed'] as const) {
      const { app, server } = openMade({ ...MADE_FOR_CHAT, state, answered: 2 })
      await sees(app, '2 people have answered')
      const before = server.sentTo(getRequest).length
      server.current.made = { ...server.current.made, answered: 1 }
      app.telegram.comeBack()
      await pass(0)
      expect(server.sentTo(getRequest)).toHaveLength(before + 1)
      await sees(app, '1 person has answered')
    }
  })

  test('stops with the screen', async () => {
    const { app, server } = openMade()
    await sees(app, askingEn.nobody)
    app.telegram.pressBack()
    await sees(app, en.home.wallets)
    const asked = server.sentTo(getRequest).length
    await pass(30_000)
    expect(server.sentTo(getRequest)).toHaveLength(asked)
  })

  test('stays on the screen through an outage, which is said, and goes on by itself', async () => {
    const { app, server } = openMade({ ...MADE_FOR_CHAT, answered: 2 })
    await sees(app, '2 people have answered')
    server.on(getRequest, () => refuse('maintenance'))
    await pass(3_000)
    await sees(app, en.problems.maintenance)
    expect(app.text()).toContain('2 people have answered')
    server.on(getRequest, () => ok(requestOf({ ...MADE_FOR_CHAT, answered: 3 })))
    await pass(15_000)
    await sees(app, '3 people have answered')
    await seesNot(app, en.problems.maintenance)
  })

  test('ends with the request, which may end while the maker looks', async () => {
    const { app, server } = openMade()
    await sees(app, askingEn.nobody)
    server.current.made = { ...MADE_FOR_CHAT, state: 'expired' }
    await pass(3_000)
    await sees(app, 'Ended Nov 27, ')
  })
})

describe('the bot’s message', () => {
  test('is on its way, and then there', async () => {
    const { app, server } = openMade({ ...MADE_FOR_CHAT, message: 'waiting' })
    await sees(app, askingEn.post.waiting)
    server.current.made = MADE_FOR_CHAT
    await pass(3_000)
    await sees(app, askingEn.post.sent)
  })

  test('that cannot be written leaves the link to the maker', async () => {
    const { app } = openMade({ ...MADE_FOR_CHAT, message: 'refused' })
    await sees(app, 'Send the link there yourself.')
  })

  test('is not spoken of where there is none, or once the request is closed', async () => {
    for (const made of [MADE, { ...MADE_FOR_CHAT, state: 'closed' as const }]) {
      const { app } = openMade(made)
      await sees(app, askingEn.people)
      for (const words of Object.values(askingEn.post)) expect(app.text()).not.toContain(words)
    }
  })
})

describe('who answered', () => {
  test('is named as Telegram does, with the wallet, its kind, the proof and the time', async () => {
    const { app } = openMade({ ...MADE_FOR_CHAT, answered: 1 }, [ANSWER])
    await sees(app, 'Ilya')
    expect(app.text()).toMatch(/UQA_…\w{4}|UQ\w{2}…\w{4}/u)
    expect(app.text()).toContain('TON wallet W5')
    expect(app.text()).toContain(askingEn.levels.key)
    expect(app.text()).toMatch(/Answered Nov 20, /u)
    app.press('@ilya_voronov')
    expect(app.telegram.opened).toEqual(['https://t.me/ilya_voronov'])
  })

  test('has nothing to press without a username', async () => {
    const answer = { ...ANSWER, person: { firstName: 'Nameless', username: null } }
    const { app } = openMade({ ...MADE_FOR_CHAT, answered: 1 }, [answer])
    await sees(app, 'Nameless')
    expect(app.buttons().some(({ textContent }) => textContent.includes('Nameless'))).toBe(false)
  })

  test('that was taken back shows no wallet', async () => {
    const withdrawn = { ...ANSWER, wallet: null, withdrawnAt: '2026-11-20T11:59:30.000Z' }
    const { app } = openMade(MADE_FOR_CHAT, [withdrawn])
    await sees(app, 'Taken back Nov 20, ')
    expect(app.text()).not.toContain('TON wallet')
    expect(app.text()).not.toContain(askingEn.gone)
  })

  test('with a wallet that was unlinked since says so', async () => {
    const { app } = openMade({ ...MADE_FOR_CHAT, answered: 1 }, [{ ...ANSWER, wallet: null }])
    await sees(app, askingEn.gone)
  })

  test('tells a test network apart', async () => {
    const testnet = { ...SHOWN_WALLET, network: '-3' as const }
    const { app } = openMade({ ...MADE_FOR_CHAT, answered: 1 }, [{ ...ANSWER, wallet: testnet }])
    await sees(app, en.common.testnet)
  })

  test('is shown with a name of any direction apart from our words', async () => {
    const answer = { ...ANSWER, person: { firstName: 'علی \u202Ex', username: null } }
    const { app } = openMade({ ...MADE_FOR_CHAT, answered: 1 }, [answer])
    await sees(app, 'علی')
    const names = [...app.container.querySelectorAll('bdi')].map(({ textContent }) => textContent)
    expect(names).toContain('علی \u202Ex')
  })

  test('is cut after two hundred, which is said', async () => {
    const people = Array.from({ length: 200 }, (_, index) => ({
      ...ANSWER,
      person: { firstName: `Member ${index}`, username: null },
    }))
    const { app } = openMade({ ...MADE_FOR_CHAT, answered: 1_200 }, people)
    await sees(app, '1,200 people have answered')
    await sees(app, 'The newest 200 are shown.')
  })

  test('with an EVM wallet has words where those are offered, and none elsewhere', async () => {
    const made = {
      ...MADE_FOR_CHAT,
      answered: 1,
      families: ['ton', 'evm'] as MadeRequest['families'],
    }
    const people = [{ ...ANSWER, wallet: SHOWN_EVM_WALLET }]
    const offered = openMade(made, people, { boot: EVM_BOOT, evm: createFakeWalletConnector() })
    await sees(offered.app, 'EVM wallet')
    await sees(offered.app, `${askingEn.facts.wallets}TON and EVM`)
    const off = openMade(made, people)
    await sees(off.app, '0xf39F…2266')
    expect(off.app.text()).not.toContain('EVM')
    expect(off.app.text()).not.toContain(askingEn.facts.wallets)
  })
})

async function openTable(platform: 'ios' | 'unknown' = 'ios') {
  const telegram = createFakeTelegram({ platform })
  const { app, server } = openMade({ ...MADE_FOR_CHAT, answered: 1 }, [ANSWER], { telegram })
  server.on(exportPeople, () => ok({ fileName: 'clasp-2026-11-20.csv', csv: `\uFEFF${CSV}` }))
  await sees(app, askingEn.export)
  app.press(askingEn.export)
  await sees(app, en.settings.copyAll)
  return app
}

describe('the answers as a table', () => {
  test('are there to read and to copy', async () => {
    const app = await openTable()
    const written: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      written.push(text)
    })
    const area = app.container.querySelector('textarea')
    expect(area?.readOnly).toBe(true)
    expect(area?.value.replaceAll('\r', '')).toBe(CSV.replaceAll('\r', ''))
    app.press(en.settings.copyAll)
    await sees(app, en.common.copied)
    expect(written).toEqual([CSV])
    expect(app.text()).not.toContain(askingEn.save)
  })

  test('are saved as a file in a browser', async () => {
    const app = await openTable('unknown')
    const saved: { name: string; blob: Blob | null }[] = []
    const blobs: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) blobs.push(blob)
      return 'blob:table'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, blob: blobs[0] ?? null })
    })
    app.press(askingEn.save)
    expect(saved.map(({ name }) => name)).toEqual(['clasp-2026-11-20.csv'])
    const bytes = new Uint8Array((await saved[0]?.blob?.arrayBuffer()) ?? [])
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toBe(CSV)
  })

  test('are closed by "back" before the screen is', async () => {
    const app = await openTable()
    app.telegram.pressBack()
    await until(() => expect(app.container.querySelector('textarea')).toBeNull())
    expect(app.router.route.get().screen).toBe('made-request')
  })

  test('may not come, which is said', async () => {
    const { app, server } = openMade()
    server.on(exportPeople, () => refuse('internal'))
    await sees(app, askingEn.export)
    app.press(askingEn.export)
    await sees(app, en.problems.internal)
  })
})

describe('time', () => {
  test('is a week longer, added to what is left', async () => {
    const { app, server } = openMade()
    await sees(app, askingEn.extend)
    server.current.made = { ...MADE_FOR_CHAT, expiresAt: '2026-12-04T12:00:00.000Z' }
    app.press(askingEn.extend)
    await sees(app, 'Open until Dec 4, ')
    expect(server.sentTo(updateRequest)).toMatchObject([{ body: { expiresIn: 14 * DAY_S } }])
    expect(app.telegram.haptics).toContain('success')
  })

  test('that ran out can be given anew', async () => {
    const expiresAt = '2026-11-20T11:00:00.000Z'
    const { app, server } = openMade({ ...MADE_FOR_CHAT, state: 'expired', expiresAt })
    await sees(app, askingEn.reopen)
    server.current.made = MADE_FOR_CHAT
    app.press(askingEn.reopen)
    await sees(app, 'Open until')
    expect(server.sentTo(updateRequest)).toMatchObject([{ body: { expiresIn: 7 * DAY_S } }])
  })

  test('for one that was closed with its chat meanwhile shows it closed', async () => {
    const { app, server } = openMade()
    server.on(updateRequest, () => refuse('request-closed'))
    await sees(app, askingEn.extend)
    server.current.made = { ...MADE_FOR_CHAT, state: 'closed' }
    app.press(askingEn.extend)
    await sees(app, askingEn.states.closed)
    expect(app.text()).not.toContain(en.problems['request-closed'])
  })

  test.each(['may-not-ask', 'chat-gone', 'rate-limited'] as const)(
    'refused with %s leaves the request as it is and says so',
    async (code) => {
      const { app, server } = openMade()
      server.on(updateRequest, () => refuse(code))
      await sees(app, askingEn.extend)
      app.press(askingEn.extend)
      await sees(app, en.problems[code])
      expect(app.text()).toContain('Open until Nov 27, ')
    },
  )

  test.each(['closed', 'full'] as const)('is not to be had for one that is %s', async (state) => {
    const { app } = openMade({ ...MADE_FOR_CHAT, state })
    await sees(app, askingEn.export)
    expect(app.text()).not.toContain(askingEn.extend)
    expect(app.text()).not.toContain(askingEn.reopen)
  })
})

describe('closing', () => {
  test('is asked about first, and then done for good', async () => {
    const { app, server } = openMade()
    await sees(app, askingEn.close)
    app.press(askingEn.close)
    await until(() => expect(app.telegram.questions).toHaveLength(1))
    await until(() => expect(app.container.querySelector('button[aria-busy=true]')).toBeNull())
    expect(server.sentTo(updateRequest)).toEqual([])
    app.telegram.answers.push(true)
    server.current.made = { ...MADE_FOR_CHAT, state: 'closed' }
    app.press(askingEn.close)
    await sees(app, askingEn.states.closed)
    expect(server.sentTo(updateRequest)).toMatchObject([{ body: { state: 'closed' } }])
    expect(app.text()).not.toContain(askingEn.close)
    expect(app.text()).not.toContain(askingEn.extend)
  })

  test('that the server refuses is said, and the request stays open', async () => {
    const { app, server } = openMade()
    server.on(updateRequest, () => refuse('internal'))
    await sees(app, askingEn.close)
    app.telegram.answers.push(true)
    app.press(askingEn.close)
    await sees(app, en.problems.internal)
    expect(app.text()).toContain('Open until')
  })

  test('is not undone by an older answer that comes later', async () => {
    const { app, server } = openMade()
    await sees(app, askingEn.close)
    const gate = createGate()
    server.on(getRequest, async () => {
      await gate.passed
      return ok(requestOf(MADE_FOR_CHAT))
    })
    await pass(3_000)
    app.telegram.answers.push(true)
    server.current.made = { ...MADE_FOR_CHAT, state: 'closed' }
    app.press(askingEn.close)
    await sees(app, askingEn.states.closed)
    gate.open()
    await pass(100)
    expect(app.text()).not.toContain('Open until')
  })
})

describe('a request of somebody else', () => {
  test.each([
    ['is nobody’s business here', () => ok({ ...requestOf(MADE), made: null })],
    ['looks as one that does not exist', () => refuse('not-found')],
  ])('%s', async (_, answer) => {
    const { app, server } = openMade()
    server.on(getRequest, answer)
    const other = openApp({ server, route: { screen: 'made-request', code: MADE.code } })
    await sees(other, askingEn.missing.name)
    expect(server.sentTo(listPeople).length).toBeLessThan(2)
    await until(() => expect(other.telegram.mainButton()).toMatchObject({ text: en.actions.home }))
    other.telegram.pressMainButton()
    await sees(other, en.home.wallets)
    expect(app.telegram.opened).toEqual([])
  })

  test('shows nothing any more once the maker is no longer its maker', async () => {
    const { app, server } = openMade({ ...MADE_FOR_CHAT, answered: 1 }, [ANSWER])
    await sees(app, 'Ilya')
    server.on(getRequest, () => refuse('not-found'))
    await pass(3_000)
    await sees(app, askingEn.missing.name)
    expect(app.text()).not.toContain('Ilya')
  })
})

test('an outage at the start can be tried again, and ends by itself', async () => {
  const { app, server } = openMade()
  server.on(getRequest, () => refuse('internal'))
  await sees(app, en.problems.internal)
  server.on(getRequest, () => ok(requestOf(MADE_FOR_CHAT)))
  await pass(15_000)
  await sees(app, askingEn.people)
})

test('people that do not come leave the count on the screen', async () => {
  const { app, server } = openMade({ ...MADE_FOR_CHAT, answered: 4 })
  server.on(listPeople, () => refuse('internal'))
  await sees(app, en.problems.internal)
  expect(app.text()).toContain('4 people have answered')
  server.on(listPeople, () => ok({ people: [ANSWER] }))
  await pass(15_000)
  await sees(app, 'Ilya')
})

test('Tab goes from spreading it to its end and then to the people', async () => {
  const { app } = openMade({ ...MADE_FOR_CHAT, answered: 1 }, [ANSWER])
  await sees(app, 'Ilya')
  const stops = app.buttons().map(({ textContent }) => textContent)
  const order = [askingEn.export, askingEn.extend, askingEn.close, 'Ilya'].map((words) =>
    stops.findIndex((text) => text.includes(words)),
  )
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(order).not.toContain(-1)
})

test('speaks Persian, with its digits', async () => {
  const telegram = createFakeTelegram({ launch: PERSIAN_LAUNCH })
  const { app } = openMade({ ...MADE_FOR_CHAT, answered: 3 }, [ANSWER], { telegram })
  await sees(app, askingFa.answered(3))
  expect(app.text()).toContain('۳')
  await sees(app, askingFa.levels.key)
  expect(app.text()).toContain(askingFa.people)
})
