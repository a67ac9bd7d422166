import { describe, expect, test } from 'vitest'
import { getOverview, type Overview } from '#shared/api/admin/get-overview.ts'
import { redeliver } from '#shared/api/admin/redeliver.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { ADA } from '#tests/support/people.ts'

const DEAD_ID = 'deaddeaddeaddeaddeadde'

const WEBHOOK: Exclude<Overview['webhook'], { state: 'off' }> = {
  state: 'on',
  counts: { pending: 0, retrying: 0, delivered: 41, dead: 1 },
  queueAgeS: 0,
  deliveries: [
    {
      eventId: DEAD_ID,
      type: 'wallet.linked',
      state: 'dead',
      tries: 10,
      error: 'http-500',
      createdAt: '2026-11-20T10:00:00.000Z',
      nextAt: null,
    },
    {
      eventId: 'livelivelivelivelivelu',
      type: 'user.deleted',
      state: 'delivered',
      tries: 1,
      error: null,
      createdAt: '2026-11-20T11:00:00.000Z',
      nextAt: null,
    },
  ],
}

const OVERVIEW: Overview = {
  hasMembers: true,
  update: null,
  linked: {
    total: 1234,
    byDay: [
      { day: '2026-11-19', count: 0 },
      { day: '2026-11-20', count: 7 },
    ],
  },
  attempts: [
    { outcome: 'linked', platform: 'ios', walletApp: 'Tonkeeper', count: 6 },
    { outcome: 'wallet-rejected', platform: 'ios', walletApp: 'Tonkeeper', count: 3 },
    { outcome: 'internal', platform: 'unknown', walletApp: 'other', count: 1 },
  ],
  upstreams: [
    { name: 'toncenter', health: 'down', failures: 4 },
    { name: 'telegram', health: 'up', failures: 0 },
  ],
  webhook: WEBHOOK,
}

const startAdmin = (evm: EvmPolicy = 'off') =>
  startAppServer({ adminIds: new Set([String(ADA.id)]), evm })

/** The view of an admin whose bot has this usage, which is more than a test can produce. */
async function openAdmin(overview: Overview = OVERVIEW, evm: EvmPolicy = 'off') {
  const server = await startAdmin(evm)
  const shown = { overview }
  server.replace(getOverview, () => Response.json(shown.overview))
  const app = openMemberApp(server, { route: { screen: 'admin' } })
  return { app, server, shown }
}

test('an admin reaches the view from Settings', async () => {
  const server = await startAdmin()
  await (await server.visit()).linkTon()
  const app = openMemberApp(server, { route: { screen: 'settings' } })
  await app.tap('Admin')
  await app.sees('1 linked in 30 days, the most on Nov 20: 1.')
  expect(app.router.route.get()).toEqual({ screen: 'admin' })
})

test('another member finds no way there, and its address shows nothing', async () => {
  const server = await startAppServer()
  const settings = openMemberApp(server, { route: { screen: 'settings' } })
  await settings.sees('Privacy policy')
  expect(settings.text()).not.toContain('Admin')
  const direct = openMemberApp(server, { route: { screen: 'admin' } })
  await direct.sees('This does not exist, or it is not yours.')
  expect(server.sentTo(getOverview)).toEqual([])
})

test('an admin who is removed while reading learns why nothing shows any longer', async () => {
  const { app, server } = await openAdmin()
  await app.sees('1,234')
  server.refuse(getOverview, 'not-admin')
  app.press('Refresh')
  await app.sees('Only admins of this bot may see this.')
  expect(app.text()).not.toContain('1,234')
})

test('the view shows links, outcomes, failures, upstreams and deliveries in words', async () => {
  const { app } = await openAdmin()
  await app.sees('1,234')
  for (const messages of [
    '7 linked in 30 days, the most on Nov 20: 7.',
    'Failed110%',
    'Cancelled330%',
    'Declined in the wallet iOS333%',
    'internal Unknown app1100%',
    'Declined in the wallet Tonkeeper333%',
    'internal Another wallet1100%',
    'TON APIFailures: 4Down',
    'TelegramUp',
    'wallet.linkedGiven upTries: 10',
    'http-500',
  ]) {
    expect(app.text()).toContain(messages)
  }
})

test('only a delivery that did not arrive can be sent again', async () => {
  const { app, server } = await openAdmin()
  server.replace(redeliver, () => new Response(null, { status: 204 }))
  await app.sees('user.deleted')
  const again = app.buttons().filter(({ textContent }) => textContent === 'Send again')
  expect(again).toHaveLength(1)
  app.press('Send again')
  await until(() => expect(app.telegram.haptics).toContain('success'))
  expect(server.sentTo(redeliver).map(({ path }) => path)).toEqual([
    `/api/admin/deliveries/${DEAD_ID}/redeliver`,
  ])
  expect(server.sentTo(getOverview)).toHaveLength(2)
})

test('the view shows why a delivery could not be sent again', async () => {
  const { app, server } = await openAdmin()
  server.refuse(redeliver, 'maintenance')
  await app.tap('Send again')
  await app.sees('We are doing maintenance.')
})

test('the view is refreshed when the admin comes back to the app', async () => {
  const { app, shown } = await openAdmin()
  await app.sees('1,234')
  shown.overview = { ...OVERVIEW, linked: { ...OVERVIEW.linked, total: 1235 } }
  app.telegram.comeBack()
  await app.sees('1,235')
})

test('an outage leaves the numbers on the screen and says so', async () => {
  const { app, server } = await openAdmin()
  await app.sees('1,234')
  server.refuse(getOverview, 'maintenance')
  app.press('Refresh')
  await app.sees('We are doing maintenance.')
  expect(app.text()).toContain('1,234')
})

test('an outage at the start can be tried again', async () => {
  const { app, server } = await openAdmin()
  const recover = server.refuse(getOverview, 'maintenance')
  await app.sees('We are doing maintenance.')
  recover()
  app.telegram.pressMainButton()
  await app.sees('1,234')
})

test('a bot without any use shows "Nothing yet" instead of empty charts', async () => {
  const { app } = await openAdmin({
    hasMembers: true,
    update: null,
    linked: { total: 0, byDay: OVERVIEW.linked.byDay.map(({ day }) => ({ day, count: 0 })) },
    attempts: [],
    upstreams: [],
    webhook: { state: 'off' },
  })
  await app.sees('There is no webhook')
  expect(app.text().split('Nothing yet').length - 1).toBeGreaterThanOrEqual(4)
  expect(app.text()).not.toContain('NaN')
})

test('an update without a restart is named with both versions', async () => {
  const { app } = await openAdmin({
    ...OVERVIEW,
    update: { running: '1.0.0', installed: '1.1.0' },
  })
  await app.sees('Version 1.1.0 is installed, and 1.0.0 still runs.')
})

test('a webhook that answered 410 is shown by its state', async () => {
  const { app } = await openAdmin({ ...OVERVIEW, webhook: { ...WEBHOOK, state: 'disabled' } })
  await app.sees('410 (gone)')
})

test('a long list of deliveries shows its start, and all of it on demand', async () => {
  const deliveries = Array.from({ length: 25 }, (_, index) =>
    WEBHOOK.deliveries.map((delivery) => ({ ...delivery, eventId: `${delivery.type} ${index}` })),
  ).flat()
  const { app } = await openAdmin({ ...OVERVIEW, webhook: { ...WEBHOOK, deliveries } })
  const rows = () => app.text().split('wallet.linked').length - 1
  await app.sees('Show all (50)')
  expect(rows()).toBeLessThan(20)
  app.press('Show all')
  await until(() => expect(rows()).toBe(25))
})

describe('the upstreams and failures of EVM attempts', () => {
  const evmOverview: Overview = {
    ...OVERVIEW,
    attempts: [
      { outcome: 'evm-session-lost', platform: 'ios', walletApp: 'MetaMask', count: 2 },
      { outcome: 'linked', platform: 'ios', walletApp: 'MetaMask', count: 2 },
    ],
    upstreams: [{ name: 'evm-rpc', health: 'up', failures: 0 }],
  }

  test.each([
    ['words', 'in-app', 'Session lost MetaMask250%', 'EVM chainsUp'],
    ['codes', 'off', 'evm-session-lost MetaMask250%', 'evm-rpcUp'],
  ] as const)('show %s where EVM wallets are %s', async (_, policy, outcome, upstream) => {
    const { app } = await openAdmin(evmOverview, policy)
    await app.sees(outcome)
    expect(app.text()).toContain(upstream)
  })
})
