import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createLog } from '#server/log/log.ts'
import { createGuardedFetch } from '#server/network/guarded-fetch.ts'
import { createWalletIcons } from '#server/wallets-list/wallet-icons.ts'
import { createWalletsList } from '#server/wallets-list/wallets-list.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'

const PUBLIC_URL = 'https://app.example.com'
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex')
const log = createLog('silent')
/** Every name leads to this machine, and only `list.test` may. */
const fetch = createGuardedFetch({
  ownNetwork: new Set(['list.test']),
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
})

async function serve(listener: RequestListener): Promise<string> {
  return `http://list.test:${(await listenForTest(createServer(listener))).port}`
}

/** A service of the own network. It counts connections, whatever they say. */
async function startNeighbour() {
  const neighbour = { connections: 0 }
  const server = createTcpServer((socket) => {
    neighbour.connections += 1
    socket.destroy()
  })
  return Object.assign(neighbour, await listenForTest(server))
}

const wallet = (image: string, extra: object = {}) => ({
  app_name: 'some-wallet',
  name: 'Some Wallet',
  image,
  about_url: 'https://wallet.example',
  universal_url: 'https://wallet.example/connect',
  bridge: [
    { type: 'sse', url: 'https://bridge.wallet.example/bridge' },
    { type: 'js', key: 'some' },
  ],
  platforms: ['ios'],
  ...extra,
})

const inTelegram = (name: string) => ({
  app_name: name,
  universal_url: `https://t.me/${name}?attach=wallet`,
})

async function toList(answer: (origin: string) => unknown) {
  let origin = ''
  origin = await serve((request, response) => {
    if (request.url === '/list') return void response.end(JSON.stringify(answer(origin)))
    if (request.url === '/good.png') return void response.end(PNG)
    if (request.url === '/moved.png')
      return void response.writeHead(302, { location: '/good.png' }).end()
    if (request.url === '/script.svg') {
      return void response.writeHead(200, { 'content-type': 'image/png' }).end('<svg onload="x"/>')
    }
    if (request.url === '/huge.png')
      return void response.end(Buffer.concat([PNG, Buffer.alloc(300 * 1024)]))
    return void response.writeHead(404).end()
  })
  const list = createWalletsList({ sourceUrl: `${origin}/list`, publicUrl: PUBLIC_URL, fetch, log })
  await list.refresh()
  return { list, icons: createWalletIcons({ source: list.icons, fetch, log, now: () => 0 }) }
}

function imageIds(json: string): string[] {
  return [...json.matchAll(/wallet-icons\/([0-9a-f]{32})/g)].map(([, id]) => id ?? '')
}

describe('the wallets list', () => {
  test('the list starts from the built-in copy, whose icons are all ours', () => {
    const list = createWalletsList({
      sourceUrl: 'http://127.0.0.1:9',
      publicUrl: PUBLIC_URL,
      fetch,
      log,
    })
    expect(list.json()).toContain('"telegram-wallet"')
    expect(list.json()).toContain('"tonkeeper"')
    expect([
      ...list.json().matchAll(/"image":"(?!https:\/\/app\.example\.com\/wallet-icons\/)/g),
    ]).toEqual([])
    expect(list.bridgeOrigins).toContain('https://bridge.tonapi.io')
  })

  test('the common wallets are Wallet in Telegram and the first of the others, with the icons of the list', () => {
    const list = createWalletsList({
      sourceUrl: 'http://127.0.0.1:9',
      publicUrl: PUBLIC_URL,
      fetch,
      log,
    })
    const names = list.common().map(({ appName, name, inTelegram }) => [appName, name, inTelegram])
    expect(names).toEqual([
      ['telegram-wallet', 'Wallet', true],
      ['tonkeeper', 'Tonkeeper', false],
      ['mytonwallet', 'MyTonWallet', false],
      ['tonhub', 'Tonhub', false],
    ])
    for (const { icon } of list.common())
      expect(list.json()).toContain(`"image":"${PUBLIC_URL}${icon}"`)
  })

  test('the wallet that Telegram offers is the first whose link leads into Telegram, whatever its name and place', async () => {
    const { list } = await toList((origin) =>
      [
        {},
        inTelegram('renamed'),
        inTelegram('second'),
        { app_name: 'third' },
        { app_name: 'x' },
      ].map((fields) => wallet(`${origin}/good.png`, fields)),
    )
    expect(list.common().map((each) => [each.appName, each.inTelegram])).toEqual([
      ['renamed', true],
      ['some-wallet', false],
      ['second', true],
      ['third', false],
    ])
  })

  test.each([
    ['no link', { universal_url: undefined }],
    ['a link that is no web address', { universal_url: 'javascript:alert(1)' }],
    ['a link that cannot be read', { universal_url: 'https://' }],
    ['no bridge', { bridge: [{ type: 'js', key: 'some' }] }],
  ])('a wallet with %s is in the list, but not among the common ones', async (_, fields) => {
    const { list } = await toList((origin) => [
      wallet(`${origin}/good.png`, { app_name: 'odd-wallet', ...fields }),
      wallet(`${origin}/good.png`),
    ])
    expect(list.common().map(({ appName }) => appName)).toEqual(['some-wallet'])
    expect(list.json()).toContain('"odd-wallet"')
  })

  test('the list is refreshed whole, keeps fields it does not know, and serves no foreign image', async () => {
    const { list } = await toList((origin) => [
      wallet(`${origin}/good.png`, { future: { field: 1 } }),
    ])
    expect(JSON.parse(list.json())).toMatchObject([
      { app_name: 'some-wallet', future: { field: 1 } },
    ])
    expect(list.json()).not.toContain('good.png')
    expect(list.bridgeOrigins).toEqual(['https://bridge.wallet.example'])
  })

  test.each(['https://*', 'https://x;frame-ancestors', 'https://x,default-src', 'data:x'])(
    'a bridge at %s adds nothing to the policy of the page',
    async (url) => {
      const bridge = [{ type: 'sse', url: `${url}/bridge` }]
      const { list } = await toList((origin) => [
        wallet(`${origin}/good.png`),
        wallet(`${origin}/good.png`, { app_name: 'other', bridge }),
      ])
      expect(JSON.parse(list.json())).toHaveLength(2)
      expect(list.bridgeOrigins).toEqual(['https://bridge.wallet.example'])
    },
  )

  test.each([
    ['Some Wallet', 'Some Wallet'],
    ['some-wallet', 'some-wallet'],
    ['MetaMask', 'MetaMask'],
    ['safe', 'safe'],
    ['Ada of Main Street', 'other'],
    [null, null],
  ])('the metrics count %s as %s', async (walletApp, name) => {
    const { list } = await toList((origin) => [wallet(`${origin}/good.png`)])
    expect(list.publicName(walletApp)).toBe(name)
  })

  test('one unreadable entry costs that entry only', async () => {
    const { list } = await toList((origin) => [{ app_name: 7 }, wallet(`${origin}/good.png`)])
    expect(JSON.parse(list.json())).toHaveLength(1)
  })

  test.each([
    ['an empty list', []],
    ['no list', { error: 'sorry' }],
  ])('%s leaves the former list', async (_name, answer) => {
    const { list } = await toList(() => answer)
    expect(list.json()).toContain('"tonkeeper"')
  })

  test('attack: a list that is redirected into the own network is not fetched', async () => {
    const neighbour = await startNeighbour()
    const origin = await serve((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${neighbour.port}/list` }).end()
    })
    const list = createWalletsList({ sourceUrl: origin, publicUrl: PUBLIC_URL, fetch, log })
    await list.refresh()
    expect(neighbour.connections).toBe(0)
    expect(list.json()).toContain('"tonkeeper"')
  })
})

async function load(path: string) {
  const { list, icons } = await toList((origin) => [wallet(`${origin}${path}`)])
  const [id] = imageIds(list.json())
  return icons.get(id ?? '')
}

describe('wallet icons', () => {
  test('icons come through our origin with the type that their bytes have', async () => {
    expect(await load('/good.png')).toEqual({ type: 'image/png', bytes: new Uint8Array(PNG) })
  })

  test.each([
    ['a redirect', '/moved.png'],
    ['script that calls itself a picture', '/script.svg'],
    ['more than 256 KiB', '/huge.png'],
    ['nothing', '/missing.png'],
  ])('%s is not passed on', async (_name, path) => {
    expect(await load(path)).toBeUndefined()
  })

  test('plain http is fetched from the origin of the list only', async () => {
    const neighbour = { requests: 0 }
    const origin = await serve((_request, response) => {
      neighbour.requests += 1
      response.end(PNG)
    })
    const { list, icons } = await toList(() => [wallet(`${origin}/good.png`)])
    const [id] = imageIds(list.json())
    expect(await icons.get(id ?? '')).toBeUndefined()
    expect(neighbour.requests).toBe(0)
  })

  test.each([
    ['an address', '127.0.0.1'],
    ['an address as a number', '2130706433'],
    ['an IPv6 address', '[::ffff:127.0.0.1]'],
    ['a name of this machine', 'localhost'],
    ['a public name whose DNS leads there', 'wallet.example'],
  ])('attack: https into the own network, by %s, connects to nothing', async (_, host) => {
    const neighbour = await startNeighbour()
    const { list, icons } = await toList(() => [wallet(`https://${host}:${neighbour.port}/a.png`)])
    const [id] = imageIds(list.json())
    expect(await icons.get(id ?? '')).toBeUndefined()
    expect(neighbour.connections).toBe(0)
  })

  test('an address that is not in the list is never fetched', async () => {
    const { icons } = await toList((origin) => [wallet(`${origin}/good.png`)])
    expect(await icons.get('0'.repeat(32))).toBeUndefined()
  })
})
