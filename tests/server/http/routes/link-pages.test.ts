import { beforeEach, describe, expect, test } from 'vitest'
import { cancelCosigning } from '#shared/api/cancel-cosigning.ts'
import { getPath } from '#shared/api/endpoint.ts'
import { getCard } from '#shared/api/get-card.ts'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { revokeCard } from '#shared/api/revoke-card.ts'
import { showCardProof } from '#shared/api/show-card-proof.ts'
import { getCodePath } from '#shared/code-path.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { ADA, ILYA } from '#tests/support/people.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { placeMultisig, start, tonMultisig } from '../multisig-harness.ts'
import {
  answer,
  enterGroup,
  HOUR_S,
  hostRequest,
  made,
  readCardCode,
  send,
} from '../requesting-harness.ts'

let server: TestServer
let ada: string
let wallet: Awaited<ReturnType<typeof linkWallet>>
beforeEach(async () => {
  server = await openTestServer({ requests: 'members', address: '192.0.2.1' })
  ada = await server.signIn(ADA)
  wallet = await linkWallet(server, ada)
})

const KINDS = ['request', 'card', 'cosign'] as const
type LinkPageKind = (typeof KINDS)[number]

const ENDPOINTS = { request: getRequest, card: getCard, cosign: getCosigning }
const UNKNOWN = { request: 'r1_', card: 'c1_', cosign: 'm1_' }
const unknown = (kind: LinkPageKind) => UNKNOWN[kind] + 'u'.repeat(22)

async function makeLink(kind: LinkPageKind): Promise<string> {
  switch (kind) {
    case 'request':
      return hostRequest(server, { expiresIn: HOUR_S })
    case 'card':
      return readCardCode(server, ada, wallet.id)
    case 'cosign':
      return (await start(server, ada, await placeMultisig(server, tonMultisig([1, 2])))).code
  }
}

/** Takes back what the link led to. */
async function takeBack(kind: LinkPageKind, code: string): Promise<void> {
  if (kind === 'card') await send(server, revokeCard, { token: ada, id: code })
  else if (kind === 'cosign') await send(server, cancelCosigning, { token: ada, id: code })
  else server.clock.now += HOUR_S * 1_000
}

const byParameter = (code: string) => `/?tgWebAppStartParam=${code}`
const read = (path: string, headers: Record<string, string> = {}) =>
  server.app.request(path, { headers })
const readText = async (path: string) => (await read(path)).text()

/** The modules that the browser fetches as soon as it reads the page. */
function findStarted(page: string): string[] {
  const read = page.replaceAll(/<template.*?<\/template>/gsu, '')
  return read.match(/<script type="module"[^>]*>|<link rel="modulepreload"[^>]*>/gu) ?? []
}

const PICTURE = /<template id="link" data-path=".*?"><p>(.*?)<\/p><\/template>/u

/** What the page shows of a link; null for nothing. */
async function findPicture(path: string) {
  const [, drawn] = PICTURE.exec(await readText(path)) ?? []
  const picture: unknown = drawn === undefined ? null : JSON.parse(drawn)
  return picture
}

/** Names of what the server asks its store from now on. */
function watchStore(): string[] {
  const asked: string[] = []
  for (const [name, method] of Object.entries(server.store)) {
    if (typeof method !== 'function') continue
    Reflect.set(server.store, name, (...input: unknown[]): unknown => {
      asked.push(name)
      const answer: unknown = Reflect.apply(method, server.store, input)
      return answer
    })
  }
  return asked
}

describe.each(KINDS)('the page of a link (%s)', (kind) => {
  test.each([byParameter, getCodePath])(
    'has the picture of what any account with the link sees, and requests its parts',
    async (getAddress) => {
      const code = await makeLink(kind)
      const address = getAddress(code)
      const ilya = await server.signIn(ILYA)
      const seen = await send(server, ENDPOINTS[kind], { token: ilya, id: code })
      const body: unknown = await seen.json()
      const replies = { [getPath(ENDPOINTS[kind], code)]: { status: 200, body } }
      expect(await findPicture(address)).toEqual({ kind, path: getCodePath(code), replies })
      expect(await readText(address)).toContain(`modulepreload" href="/assets/en-${kind}.js"`)
    },
  )

  test('starts its modules after its picture: they are in a template, and nowhere else', async () => {
    const page = await readText(byParameter(await makeLink(kind)))
    const [modules = ''] = /<template id="modules">.*?<\/template>/u.exec(page) ?? []
    const plain = await readText(byParameter(unknown(kind)))
    expect(findStarted(plain)).not.toEqual([])
    for (const started of findStarted(plain)) expect(modules).toContain(started)
    expect(findStarted(page)).toEqual([])
  })

  test('attack: a cache keeps nothing of it, and no search engine does', async () => {
    const address = byParameter(await makeLink(kind))
    const response = await read(address, { 'if-none-match': '*' })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('etag')).toBeNull()
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('attack: the page of a code that was taken back is that of one that never was', async () => {
    const code = await makeLink(kind)
    const before = await readText(byParameter(code))
    await takeBack(kind, code)
    const gone = await read(byParameter(code))
    const never = await read(byParameter(unknown(kind)))
    for (const { headers } of [gone, never]) headers.delete('x-request-id')
    expect([...gone.headers]).toEqual([...never.headers])
    const text = await gone.text()
    expect(text).toBe(await never.text())
    expect(text).not.toBe(before)
    expect(PICTURE.test(text)).toBe(false)
  })

  test('attack: a code that was taken back takes the same work as one that never was', async () => {
    const code = await makeLink(kind)
    const asked = watchStore()
    await readText(byParameter(code))
    expect(asked.length).toBeGreaterThan(1)
    await takeBack(kind, code)
    for (const each of [code, unknown(kind)]) {
      asked.length = 0
      await readText(byParameter(each))
      expect(asked).toEqual(['isLinkOpen'])
    }
  })

  test('attack: the code stands in no log line', async () => {
    const code = await makeLink(kind)
    server.logLines.length = 0
    await readText(byParameter(code))
    await readText(getCodePath(code))
    expect(server.logLines.length).toBeGreaterThan(0)
    expect(server.logLines.join('\n')).not.toContain(code.slice(3))
  })

  test('attack: who tries codes from one address gets no picture any longer, and the app all the same', async () => {
    const code = await makeLink(kind)
    server.caller.address = '192.0.2.7'
    expect(await findPicture(byParameter(code))).not.toBeNull()
    for (let tries = 0; tries < 100; tries += 1) await readText(byParameter(unknown(kind)))
    const response = await read(byParameter(code))
    expect(response.status).toBe(200)
    expect(PICTURE.test(await response.text())).toBe(false)
    server.caller.address = '192.0.2.8'
    expect(await findPicture(byParameter(code))).not.toBeNull()
  })

  test('is the plain page while the database is away', async () => {
    const code = await makeLink(kind)
    await server.closeStore()
    const response = await read(byParameter(code))
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('home en')
  })
})

test('attack: the picture of a request has nothing of who answered it, nor of who looks at it', async () => {
  const code = await makeLink('request')
  await answer(server, ada, { code, walletId: wallet.id })
  const response = await read(byParameter(code), { authorization: `Bearer ${ada}` })
  const text = await response.text()
  expect(text).toContain('"answer":null')
  expect(text).not.toContain(wallet.id)
  expect(text).not.toContain('Ada')
})

test('attack: the picture of a request for the members of a chat says nothing of it', async () => {
  const group = await enterGroup(server, { administrator: ADA })
  const { code } = await made(server, ada, { chatId: group.id, membersOnly: true })
  expect(await readText(byParameter(code))).toBe(await readText(byParameter(unknown('request'))))
})

test('the picture of a card has neither the proof that it shows nor the id in that', async () => {
  const code = await makeLink('card')
  await send(server, showCardProof, { token: ada, id: code, body: { isShown: true } })
  const text = await readText(byParameter(code))
  expect(text).toContain('"proof":null')
  expect(text).not.toContain(String(ADA.id))
})

const CODE = `r1_${'a'.repeat(22)}`
test.each([
  ['of 4 kB', byParameter(`r1_${'a'.repeat(4_096)}`)],
  ['in other case', byParameter(CODE.toUpperCase())],
  ['of an attempt', byParameter(`a1_${'a'.repeat(22)}`)],
  ['of a proof', byParameter(`p1_${'a'.repeat(43)}`)],
  ['of a later version', byParameter(`r2_${'a'.repeat(22)}`)],
  ['that is not text', byParameter('%ff%00')],
  ['given twice', `${byParameter(CODE)}&tgWebAppStartParam=${CODE}`],
  ['of another kind than its path', `/r/c1_${'a'.repeat(22)}`],
  ['on a page of its own', `/connect?tgWebAppStartParam=${CODE}`],
])('a code %s leads to the page as it is for everybody', async (_, address) => {
  const response = await read(address)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test('each language has its own page', async () => {
  const code = await makeLink('request')
  const fa = await readText(`${byParameter(code)}&lang=fa`)
  expect(fa).toContain('<html lang="fa" dir="rtl">')
  expect(await readText(byParameter(code))).toContain('<html lang="en" dir="ltr">')
})
