import { expect, test } from 'vitest'
import type { Route } from '#client/screens/routing/router.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'

const PURPOSE = 'Vote on <b>what</b> the club builds'

/** Every screen that asks for a wallet, and what comes after. */
const SCREENS: [string, (server: AppServer) => Promise<Route>][] = [
  ['Home without wallets', async () => ({ screen: 'home' })],
  ['Home with a wallet', async (server) => (await link(server), { screen: 'home' })],
  ['the choice of a wallet', async () => ({ screen: 'connect' })],
  ['an attempt', async (server) => ({ screen: 'attempt', id: await start(server) })],
  ['a receipt', async (server) => ({ screen: 'attempt', id: await link(server) })],
  [
    'a request of the operator',
    async (server) => ({
      screen: 'request',
      code: await (await server.operate()).makeRequest(),
    }),
  ],
]

const link = async (server: AppServer) => (await (await server.visit()).proveTon()).id
const start = async (server: AppServer) => (await (await server.visit()).startTon()).id

test.each(SCREENS)('%s says who asks and what for', async (_, prepare) => {
  const server = await startAppServer({ purpose: PURPOSE })
  const app = openMemberApp(server, { route: await prepare(server) })
  await app.sees('Harbour & Sons')
  await app.sees(PURPOSE)
})

test('an operator who names no purpose asks which wallet is the member’s, and knows it then', async () => {
  const server = await startAppServer()
  const { router, ...app } = openMemberApp(server, { route: { screen: 'connect' } })
  await app.sees('Wants to know which wallet is yours.')
  router.open({ screen: 'attempt', id: await link(server) })
  await app.sees('Knows now that this wallet is yours.')
})

test('the main button of a receipt leads back to the chat', async () => {
  const server = await startAppServer()
  const { telegram, ...app } = openMemberApp(server, {
    route: { screen: 'attempt', id: await link(server) },
  })
  await app.sees('Wallet linked')
  telegram.pressMainButton()
  expect(telegram.opened).toEqual(['closed'])
})
