import { createServer, type RequestListener } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { REGISTRY_IDS } from '#shared/evm-registry.ts'
import { createLog } from '#server/log/log.ts'
import { createGuardedFetch } from '#server/network/guarded-fetch.ts'
import { createEvmIconSource } from '#server/wallets-list/evm-icons.ts'
import { createWalletIcons, type WalletIcons } from '#server/wallets-list/wallet-icons.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { openTestServer } from '#tests/support/test-server.ts'

const PROJECT = 'c1a5bdec0de0c1a5bdec0de0c1a5bdec'
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex')
const DAY_MS = 24 * 60 * 60 * 1_000
const log = createLog('silent')

/** What the registry answers, by path. */
let answers: Record<string, RequestListener>
/** Addresses that were asked for, oldest first. */
let asked: URL[]
/** The origins that the requests named. */
let origins: Set<string | undefined>
let clock: number
let icons: WalletIcons

beforeEach(async () => {
  asked = []
  origins = new Set()
  clock = 0
  answers = {
    '/getWallets': (_, response) => void response.end(JSON.stringify(listOf('metamask-image'))),
    '/getWalletImage/metamask-image': (_, response) => void response.end(PNG),
  }
  const registry = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    asked.push(url)
    origins.add(request.headers.origin)
    const answer = answers[url.pathname]
    if (answer === undefined) response.writeHead(404).end()
    else answer(request, response)
  })
  const { url: registryOrigin } = await listenForTest(registry)
  const fetch = createGuardedFetch({ ownNetwork: new Set(['127.0.0.1']) })
  const wire = { fetch, log, now: () => clock }
  const source = createEvmIconSource({
    registryOrigin,
    projectId: PROJECT,
    publicUrl: 'https://app.example.com',
    ...wire,
  })
  icons = createWalletIcons({ source, ...wire })
})

const listOf = (image: unknown, id = REGISTRY_IDS.metamask) => ({
  count: 1,
  data: [{ id, name: 'MetaMask', image_id: image }],
})

const pathsAsked = () => asked.map(({ pathname }) => pathname)

describe('icons of EVM wallets', () => {
  test('an icon of our list comes from the registry, with the operator’s project and origin', async () => {
    expect(await icons.get('metamask')).toEqual({ type: 'image/png', bytes: new Uint8Array(PNG) })
    expect(pathsAsked()).toEqual(['/getWallets', '/getWalletImage/metamask-image'])
    for (const { searchParams } of asked) expect(searchParams.get('projectId')).toBe(PROJECT)
    const include = asked[0]?.searchParams.get('include')?.split(',')
    expect(include?.toSorted()).toEqual(Object.values(REGISTRY_IDS).toSorted())
    expect([...origins]).toEqual(['https://app.example.com'])
  })

  test('the registry is asked once a day', async () => {
    await Promise.all([icons.get('metamask'), icons.get('metamask'), icons.get('rainbow')])
    expect(asked).toHaveLength(2)
    clock += DAY_MS + 1
    await icons.get('metamask')
    expect(asked).toHaveLength(4)
  })

  test.each(['phantom', '__proto__', 'constructor', '../etc', REGISTRY_IDS.metamask, ''])(
    'attack: the id "%s" makes the server ask nobody',
    async (id) => {
      expect(await icons.get(id)).toBeUndefined()
      expect(asked).toEqual([])
    },
  )

  test.each([
    ['that is no JSON', (_request, response) => void response.end('<html>')],
    ['that is no list', (_request, response) => void response.end('{"data":{}}')],
    [
      'of five megabytes',
      (_request, response) =>
        void response.end(JSON.stringify({ data: ['x'.repeat(5 * 1024 * 1024)] })),
    ],
    ['that is an error', (_request, response) => void response.writeHead(500).end()],
    [
      'that is a redirect',
      (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
    ],
    ['that breaks off', (_request, response) => void response.destroy()],
  ] satisfies [string, RequestListener][])(
    'a list %s costs the icons for ten minutes only',
    async (_, answer) => {
      const { '/getWallets': good } = answers
      answers['/getWallets'] = answer
      expect(await icons.get('metamask')).toBeUndefined()
      expect(await icons.get('trust')).toBeUndefined()
      expect(pathsAsked()).toEqual(['/getWallets'])
      if (good !== undefined) answers['/getWallets'] = good
      clock += 10 * 60 * 1_000 + 1
      expect(await icons.get('metamask')).toMatchObject({ type: 'image/png' })
    },
  )

  test.each([
    ['an id that leads elsewhere', listOf('../../private')],
    ['an address as id', listOf('http://169.254.169.254/latest')],
    ['no id', listOf(null)],
    ['the icon of a wallet that is not ours', listOf('metamask-image', 'a'.repeat(64))],
  ])('attack: a list with %s makes the server fetch no icon', async (_, list) => {
    answers['/getWallets'] = (_request, response) => void response.end(JSON.stringify(list))
    expect(await icons.get('metamask')).toBeUndefined()
    expect(pathsAsked()).toEqual(['/getWallets'])
  })

  test.each([
    [
      'five megabytes',
      (_request, response) =>
        void response.end(Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)])),
    ],
    [
      'an SVG that calls itself a picture',
      (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'image/png' })
          .end('<svg onload="alert(1)"/>'),
    ],
    [
      'a redirect to another address',
      (_request, response) =>
        void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['nothing', (_request, response) => void response.writeHead(404).end()],
  ] satisfies [string, RequestListener][])(
    'attack: %s in place of an icon is not passed on',
    async (_, answer) => {
      answers['/getWalletImage/metamask-image'] = answer
      expect(await icons.get('metamask')).toBeUndefined()
    },
  )
})

/** The registry, or an outage of it. */
function registryOf(isOut: boolean): typeof fetch {
  return async (input) => {
    if (isOut) throw new TypeError('fetch failed')
    const { pathname } = new URL(new Request(input).url)
    if (pathname === '/getWallets') return Response.json(listOf('metamask-image'))
    return new Response(PNG, { headers: { 'content-type': 'text/html' } })
  }
}

describe('the route of the icons', () => {
  test('serves an icon as the picture that it is', async () => {
    const server = await openTestServer({ evm: 'in-app', fetch: registryOf(false) })
    const response = await server.call('GET', '/wallet-icons/evm/metamask')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
  })

  test('answers without a picture, and without an error, where an icon is missing', async () => {
    const server = await openTestServer({ evm: 'in-app', fetch: registryOf(true) })
    const response = await server.call('GET', '/wallet-icons/evm/metamask')
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect((await server.call('GET', '/wallet-icons/evm/phantom')).status).toBe(404)
  })

  test('does not exist where EVM wallets are not offered', async () => {
    const server = await openTestServer({ fetch: registryOf(false) })
    expect((await server.call('GET', '/wallet-icons/evm/metamask')).status).toBe(404)
  })
})
