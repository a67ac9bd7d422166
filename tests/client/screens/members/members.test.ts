import { afterEach, expect, test, vi } from 'vitest'
import { deleteMe } from '#shared/api/delete-me.ts'
import { getMember } from '#shared/api/admin/get-member.ts'
import { listMembers } from '#shared/api/admin/list-members.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { ADA, ILYA, NEGAR } from '#tests/support/people.ts'
import { until } from '#tests/support/until.ts'

/** More than fit on a screen with what is drawn around it. */
const MANY = 60
const LINE_PX = 80

afterEach(() => void vi.restoreAllMocks())

/** Ada is an admin, Ilya and Negar have a wallet each. */
async function openMembers() {
  const adminIds = new Set([String(ADA.id)])
  const server = await startAppServer({ adminIds })
  const [ilya, negar] = [await server.visit(ILYA), await server.visit(NEGAR)]
  await ilya.linkTon(1)
  await negar.linkTon(2)
  const app = openMemberApp(server, { route: { screen: 'members' } })
  await app.sees('Negar')
  return { app, server, adminIds, ilya }
}

/** Types as a person does, so that React notices it. */
function type({ container }: MemberApp, text: string): void {
  const field = container.querySelector('input.field')
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  property?.set?.call(field, text)
  field?.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The button of the sheet, which is named like the line that opens it but for its dots. */
function getConfirm(app: MemberApp) {
  return app.buttons().find(({ textContent }) => textContent === 'Unlink')
}

test('an admin searches the members, reads the page of one and unlinks their wallet with a reason', async () => {
  const { app } = await openMembers()
  expect(app.text()).toContain('Ilya')
  type(app, 'nobody')
  await app.sees('Nobody found')
  type(app, 'il')
  await app.sees('@ilya')
  expect(app.text()).not.toContain('Negar')

  await app.tap('@ilya')
  await app.sees('Ilya controls')
  await app.sees('Wallet linked')
  await app.tap('Unlink…')
  await app.sees('Unlink this wallet?')
  expect(getConfirm(app)).toHaveProperty('disabled', true)
  type(app, ' Not yours ')
  await until(() => expect(getConfirm(app)).toHaveProperty('disabled', false))
  getConfirm(app)?.click()
  await app.sees('The wallet is unlinked')
  await app.sees('Reason: Not yours')

  app.router.back()
  await app.sees('Nobody found')
})

const later = (number: number) => ({
  ...ILYA,
  id: ILYA.id + number,
  username: `later_${number}`,
})

test('the list shows who has linked since, on each return to the app and each time it opens', async () => {
  const { app, server } = await openMembers()
  await (await server.visit(later(1))).linkTon(3)
  app.telegram.comeBack()
  await app.sees('@later_1')
  await app.tap('@ilya')
  await app.sees('Ilya controls')
  await (await server.visit(later(2))).linkTon(4)
  app.router.back()
  await app.sees('@later_2')
})

test('an admin who is removed while reading the list sees nobody on return to the app', async () => {
  const { app, adminIds } = await openMembers()
  adminIds.delete(String(ADA.id))
  app.telegram.comeBack()
  await app.sees('Only admins of this bot may see this.')
  expect(app.text()).not.toMatch(/ilya|Negar/i)
})

const getLines = ({ container }: MemberApp) =>
  [...container.querySelectorAll('.members .cell')].map(({ textContent }) => textContent)

test('of many members only those near the screen are on the page', async () => {
  // This page has no layout.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(LINE_PX)
  const server = await startAppServer({ adminIds: new Set([String(ADA.id)]) })
  for (let number = 1; number <= MANY; number += 1) {
    const person = { ...ILYA, id: ILYA.id + number, username: `member_${number}` }
    await (await server.visit(person)).linkTon(number)
  }
  const app = openMemberApp(server, { route: { screen: 'members' } })
  await app.sees('@member_')
  const first = getLines(app)
  expect(first.length).toBeLessThan(MANY)
  window.scrollTo(0, MANY * LINE_PX)
  window.dispatchEvent(new Event('scroll'))
  await until(() => expect(getLines(app)).not.toContain(first[0]))
  expect(getLines(app).length).toBeLessThan(MANY)
})

test('after "back" the focus is on the member who was pressed, not on one of the same name', async () => {
  const server = await startAppServer({ adminIds: new Set([String(ADA.id)]) })
  for (const [number, id] of [ILYA.id, NEGAR.id].entries()) {
    const person = { ...ILYA, id, username: `ilya_${number}` }
    await (await server.visit(person)).linkTon(number)
  }
  const app = openMemberApp(server, { route: { screen: 'members' } })
  for (const username of ['@ilya_0', '@ilya_1']) {
    await app.tap(username)
    await app.sees('Ilya controls')
    app.router.back()
    await until(() => expect(document.activeElement?.textContent).toContain(username))
  }
})

test('a member who deletes everything while an admin reads their page is gone at the next act', async () => {
  const { app, ilya } = await openMembers()
  await app.tap('@ilya')
  await app.tap('Unlink…')
  await app.sees('Unlink this wallet?')
  await ilya.api.call(deleteMe, {})
  type(app, 'Not yours')
  await until(() => expect(getConfirm(app)).toHaveProperty('disabled', false))
  getConfirm(app)?.click()
  await app.sees('This member is gone')
  expect(app.text()).not.toContain('Ilya')
})

test('attack: an admin who is removed while reading sees nobody', async () => {
  const { app, server, adminIds } = await openMembers()
  await app.tap('@ilya')
  await app.sees('Ilya controls')
  adminIds.delete(String(ADA.id))
  app.telegram.comeBack()
  await app.sees('Only admins of this bot may see this.')
  expect(app.text()).not.toContain('Ilya')
  app.router.back()
  await until(() => expect(server.sentTo(listMembers)).toHaveLength(2))
  await app.sees('Only admins of this bot may see this.')
  expect(app.text()).not.toMatch(/ilya|Negar/i)
  expect(server.sentTo(getMember)).toHaveLength(2)
  expect(server.sentTo(listMembers)).toHaveLength(2)
})

test('a member who is no admin finds nothing at the address of the list', async () => {
  const server = await startAppServer()
  const app = openMemberApp(server, { route: { screen: 'members' } })
  await app.sees('This does not exist, or it is not yours.')
  expect(server.sentTo(listMembers)).toEqual([])
})
