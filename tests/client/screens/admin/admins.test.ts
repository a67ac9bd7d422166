import { expect, test } from 'vitest'
import { removeAdmin } from '#shared/api/admin/remove-admin.ts'
import { takeAdminLink } from '#shared/api/admin/take-admin-link.ts'
import { ADMIN_LINK_TTL_MS, writeAdminLink } from '#server/admins/admin-link.ts'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { en } from '#tests/support/messages.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { ADA, ILYA } from '#tests/support/people.ts'

const makeLink = ({ server }: AppServer) =>
  writeAdminLink(server.store.adminLinkKeys[0], server.clock.now)

/** Telegram opens the app by a link of setup. */
function openBy(server: AppServer, link: string, account = ADA) {
  const telegram = createFakeTelegram({ launch: server.launch(account, link) })
  return openMemberApp(server, { telegram })
}

test('who opens the link of setup first lands in the admin view, and finds it on Home from then on', async () => {
  const server = await startAppServer()
  const app = openBy(server, makeLink(server))
  await app.sees('What admins did')
  await app.sees('By the link of setup, since')
  app.router.back()
  await app.sees('Admin')
  await app.tap('Admin')
  await app.sees('What admins did')
})

test('a link of setup whose request was lost is taken when the admin returns to the app', async () => {
  const server = await startAppServer()
  const link = makeLink(server)
  const stopRefusing = server.refuse(takeAdminLink, 'server-unreachable')
  const app = openBy(server, link)
  await app.sees(en.problems['server-unreachable'])
  stopRefusing()
  app.telegram.comeBack()
  await app.sees('What admins did')
  app.telegram.comeBack()
  await server.settled()
  expect(server.sentTo(takeAdminLink)).toHaveLength(2)
})

test('a link of setup whose answer was lost leads to the admin view when the admin returns to the app', async () => {
  const server = await startAppServer()
  const stopLosing = server.loseAnswers(takeAdminLink)
  const app = openBy(server, makeLink(server))
  await app.sees(en.problems['server-unreachable'])
  stopLosing()
  app.telegram.comeBack()
  await app.sees('What admins did')
})

test('a dead link of setup is not tried again', async () => {
  const server = await startAppServer()
  const link = makeLink(server)
  server.server.clock.now += ADMIN_LINK_TTL_MS
  const app = openBy(server, link)
  await app.sees('This link does not work now.')
  app.telegram.comeBack()
  await server.settled()
  expect(server.sentTo(takeAdminLink)).toHaveLength(1)
})

test('attack: somebody else opens the link after it was used, or opens it too late, and reads why nothing happens', async () => {
  const server = await startAppServer()
  const link = makeLink(server)
  openBy(server, link)
  await expect.poll(() => server.sentTo(takeAdminLink)).toHaveLength(1)
  const other = openBy(server, link, ILYA)
  await other.sees('This link does not work now.')
  expect(other.text()).not.toContain('Admin')
  const late = makeLink(server)
  server.server.clock.now += ADMIN_LINK_TTL_MS
  await openBy(server, late, ILYA).sees('This link does not work now.')
})

test('the list of admins, and of what they did, shows what is new on each return to the app', async () => {
  const server = await startAppServer({ adminIds: new Set([String(ADA.id)]) })
  const app = openMemberApp(server, { route: { screen: 'admin' } })
  await app.sees('Named in ADMIN_IDS')
  const ilya = await server.visit(ILYA)
  await ilya.api.call(takeAdminLink, { body: { link: makeLink(server) } })
  app.telegram.comeBack()
  await app.sees('Ilya')
  const log = openMemberApp(server, { route: { screen: 'admin-log' } })
  await log.sees('Became an admin by the link of setup')
  await ilya.api.call(removeAdmin, { id: ilya.userId })
  log.telegram.comeBack()
  await log.sees('Removed an admin')
})

test('an admin removes another one after a question', async () => {
  const server = await startAppServer({ adminIds: new Set([String(ADA.id)]) })
  const ilya = await server.visit(ILYA)
  await ilya.api.call(takeAdminLink, { body: { link: makeLink(server) } })
  const app = openMemberApp(server, { route: { screen: 'admin' } })
  await app.sees('Named in ADMIN_IDS')
  await app.sees('Ilya')
  app.telegram.answers.push(true)
  await app.tap('Remove as an admin')
  await expect.poll(() => app.text()).not.toContain('Ilya')
  expect(await server.server.store.listAdmins()).toEqual([])
})
