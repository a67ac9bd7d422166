import { afterEach, describe, expect, test } from 'vitest'
import { answerRequest } from '#shared/api/answer-request.ts'
import { openSession } from '#shared/api/open-session.ts'
import { updateWallet } from '#shared/api/update-wallet.ts'
import { withdrawAnswer } from '#shared/api/withdraw-answer.ts'
import { getCodePath } from '#shared/code-path.ts'
import { showRemembered } from '#client/before-react/show-remembered.ts'
import { parseRoute } from '#client/screens/routing/router.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { drawPicture } from '#tests/support/draw-picture.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createMemoryStorage, type MemoryStorage } from '#tests/support/memory-storage.ts'
import { requestEn } from '#tests/support/messages.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { ADA, ILYA } from '#tests/support/people.ts'
import { getInitData } from '#tests/support/test-messenger.ts'
import { until } from '#tests/support/until.ts'

afterEach(() => localStorage.clear())

/** Ada has a wallet, and the operator asks for one. */
async function setUp() {
  const server = await startAppServer({ evm: 'in-app' })
  const operator = await server.operate()
  const ada = await server.visit()
  const wallet = await ada.linkTon()
  const code = await operator.makeRequest()
  return { server, operator, ada, wallet, code, device: createMemoryStorage() }
}

const initDataOf = ({ id, first_name }: typeof ADA) =>
  getInitData({ user: JSON.stringify({ id, first_name }) })

/** The page of a link as this account's device shows it before React. */
async function readPage(server: AppServer, code: string, device: MemoryStorage, account = ADA) {
  document.documentElement.lang = 'en'
  document.body.innerHTML = await drawPicture(server, code)
  localStorage.clear()
  for (const key of device.keys()) localStorage.setItem(key, device.getItem(key) ?? '')
  showRemembered(initDataOf(account))
  return document.body.innerHTML
}

/** Ada follows a link on a page like this, and her device remembers what she sees. */
async function follow(server: AppServer, code: string, device: MemoryStorage, picture?: string) {
  const telegram = createFakeTelegram({ launch: server.launch(ADA, code) })
  const route = parseRoute(getCodePath(code))
  const page = picture ?? (await drawPicture(server, code))
  return openMemberApp(server, { telegram, device, route, picture: page })
}

const CHOICE = `clasp/${ADA.id}/choice/ton`
const isStored = (device: MemoryStorage, key: string) =>
  until(() => expect(device.getItem(key)).not.toBeNull())

/** Ada has looked at the request on this device. */
async function visitOnce() {
  const parts = await setUp()
  const { text } = await follow(parts.server, parts.code, parts.device)
  await isStored(parts.device, CHOICE)
  expect(text()).toContain('UQ')
  return parts
}

/** Ada has answered, and looked at her answer on this device. */
async function answerOnce() {
  const parts = await setUp()
  const { ada, server, code, wallet, device } = parts
  await ada.api.call(answerRequest, { id: code, body: { walletId: wallet.id } })
  await follow(server, code, device)
  const key = `clasp/${ADA.id}/answer/${code}`
  await isStored(device, key)
  return { ...parts, key }
}

describe('the wallets of a member who comes back by a link', () => {
  test('are on the page before the app is, for another request too', async () => {
    const { server, operator, device, code } = await visitOnce()
    for (const each of [code, await operator.makeRequest()]) {
      const page = await readPage(server, each, device)
      expect(page).toContain('UQ')
      expect(page).toContain(requestEn.asksText)
    }
  })

  test('cannot be chosen before the app is there, which would not learn of it', async () => {
    const { server, device, code } = await visitOnce()
    await readPage(server, code, device)
    const inputs = [...document.querySelectorAll('input')]
    expect(inputs.map(({ disabled, checked }) => ({ disabled, checked }))).toEqual([
      { disabled: true, checked: true },
    ])
  })

  test('are not those of wallets that the device knows to have changed', async () => {
    const { server, ada, wallet, device, code } = await visitOnce()
    const before = device.getItem(CHOICE)
    await ada.api.call(updateWallet, { id: wallet.id, body: { label: 'Savings' } })
    const { sees } = openMemberApp(server, { device })
    await sees('Savings')
    expect(device.getItem(CHOICE)).toBe(before)
    expect(await readPage(server, code, device)).not.toContain('UQ')
  })

  test('are not those of a request for wallets of another family', async () => {
    const { server, operator, device } = await visitOnce()
    const code = await operator.makeRequest({ families: ['ton', 'evm'] })
    expect(await readPage(server, code, device)).not.toContain('UQ')
  })
})

describe('the answer of a member who comes back by its link', () => {
  test('is on the page before the app is, with nothing of when', async () => {
    const { server, device, code } = await answerOnce()
    const page = await readPage(server, code, device)
    expect(page).toContain(requestEn.answered)
    expect(page).toContain('UQ')
    expect(document.querySelector('time')?.textContent).toBe('')
  })

  test('gives way to the server’s, where it was withdrawn elsewhere, and leaves the device', async () => {
    const { server, ada, device, code, key } = await answerOnce()
    const picture = await readPage(server, code, device)
    await ada.api.call(withdrawAnswer, { id: code })
    const app = await follow(server, code, device, picture)
    expect(app.text()).toContain(requestEn.answered)
    await app.sees(requestEn.choose)
    expect(app.text()).not.toContain(requestEn.answered)
    await until(() => expect(device.getItem(key)).toBeNull())
  })

  test('is not on the page of a request that closed before, and says so where it closes meanwhile', async () => {
    const { server, operator, device, code, ada } = await answerOnce()
    const picture = await readPage(server, code, device)
    const release = server.hold(openSession)
    const app = await follow(server, code, device, picture)
    await ada.api.call(withdrawAnswer, { id: code })
    await operator.closeRequest(code)
    release()
    await app.sees(requestEn.closed.name)
    await expect(drawPicture(server, code)).rejects.toThrow('Invalid')
  })

  test('is kept of one request only', async () => {
    const { server, operator, ada, wallet, device, key } = await answerOnce()
    const next = await operator.makeRequest()
    await ada.api.call(answerRequest, { id: next, body: { walletId: wallet.id } })
    await follow(server, next, device)
    await isStored(device, `clasp/${ADA.id}/answer/${next}`)
    expect(device.getItem(key)).toBeNull()
  })

  test('attack: the device of another account shows nothing of it, nor does the page of another link', async () => {
    const { server, operator, device, code } = await answerOnce()
    const ofIlya = await readPage(server, code, device, ILYA)
    const ofNobody = await readPage(server, code, createMemoryStorage())
    expect(ofIlya).toBe(ofNobody)
    const other = await operator.makeRequest()
    expect(await readPage(server, other, device)).not.toContain(requestEn.answered)
  })
})
