import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { getRoutePath, type Route } from '#client/screens/routing/router.ts'
import { createLog } from '#server/log/log.ts'
import { createShell, type ServerBoot } from '#server/http/shell.ts'
import type { TonWalletApp } from '#shared/boot.ts'
import { emptyClient } from '#tests/support/empty-client.ts'
import { PUBLIC_URL, openTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeEach(async () => void (server = await openTestServer()))

async function get(path: string, headers: Record<string, string> = {}) {
  return server.app.request(path, { headers })
}

function listedApp(name: string): TonWalletApp {
  return { appName: name, name, icon: '/wallet-icons/none', inTelegram: false }
}

function drawChooser(name: string | undefined) {
  if (name === 'Broken') throw new Error('cannot be drawn')
  return { home: '', chooser: `<p>${name}</p>`, outside: '', waiting: '' }
}

const ID = '0123456789abcdefghij_-'
/** Each screen of the app, which has a path of its own. */
const SCREENS: { [Screen in Route['screen']]: Extract<Route, { screen: Screen }> } = {
  home: { screen: 'home' },
  connect: { screen: 'connect' },
  attempt: { screen: 'attempt', id: ID },
  wallet: { screen: 'wallet', id: ID },
  proof: { screen: 'proof', id: ID },
  request: { screen: 'request', code: `r1_${ID}` },
  card: { screen: 'card', code: `c1_${ID}` },
  cosign: { screen: 'cosign', code: `m1_${ID}` },
  join: { screen: 'join', code: `j1_${ID}` },
  door: { screen: 'door', code: `d1_${ID}` },
  multisig: { screen: 'multisig', id: ID },
  requests: { screen: 'requests' },
  'new-request': { screen: 'new-request' },
  'made-request': { screen: 'made-request', code: `r1_${ID}` },
  'bad-link': { screen: 'bad-link', why: 'newer' },
  settings: { screen: 'settings' },
  admin: { screen: 'admin' },
  members: { screen: 'members' },
  'admin-log': { screen: 'admin-log' },
  member: { screen: 'member', id: ID },
  'not-found': { screen: 'not-found' },
}

/** What the pages with a screen of their own have in them. */
const DRAWN: Readonly<Record<string, string>> = { '/': 'home', '/connect': 'chooser' }

test('the server has a page for the path of each screen of the app', async () => {
  for (const route of Object.values(SCREENS)) {
    const path = getRoutePath(route)
    const response = await get(path)
    expect({ path, status: response.status }).toEqual({ path, status: 200 })
    expect(await response.text()).toContain(`${DRAWN[path] ?? 'waiting'} en`)
  }
})

describe('the shell', () => {
  test.each([
    ['/', {}, '<html lang="en" dir="ltr">', 'home en'],
    ['/?lang=fa', {}, '<html lang="fa" dir="rtl">', 'home fa'],
    [
      '/',
      { 'accept-language': 'pt-BR,ru-RU;q=0.8,en;q=0.5' },
      '<html lang="ru" dir="ltr">',
      'home ru',
    ],
    ['/', { 'accept-language': 'zh' }, '<html lang="en" dir="ltr">', 'home en'],
    ['/connect', {}, '<html lang="en" dir="ltr">', 'chooser en'],
    ['/m/m1_0123456789abcdefghij_-/connect', {}, '<html lang="en" dir="ltr">', 'waiting en'],
    ['/link/broken', {}, '<html lang="en" dir="ltr">', 'waiting en'],
  ])('answers %s with %o', async (path, headers, html, screen) => {
    const response = await get(path, headers)
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toContain(html)
    expect(text).toContain(screen)
    expect(text).toContain('outside')
  })

  test.each(['/nonsense', '/wallets', '/r/r1_short/more'])(
    'a browser that asks for %s gets the app, which says that there is no such page',
    async (path) => {
      const response = await get(path, { accept: 'text/html,*/*;q=0.8' })
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('waiting en')
    },
  )

  test.each([
    ['/nonsense', 'application/json'],
    ['/api/nonsense', 'text/html'],
    ['/v1/nonsense', 'text/html'],
    ['/assets/nonsense.js', 'text/html'],
  ])('a program that asks for %s with %s gets no page', async (path, accept) => {
    const response = await get(path, { accept })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.headers.get('content-type')).toContain('json')
  })

  test("requests the language's messages along with the entry", async () => {
    const text = await (await get('/?lang=es')).text()
    expect(text).toContain('<link rel="modulepreload" href="/assets/es.js">')
  })

  test('Home contains the choice of a wallet and what it requests, in a template; other pages do not', async () => {
    const template = /<template id="chooser">(.*?)<\/template>/u
    const [home, settings] = await Promise.all(['/', '/settings'].map((path) => get(path)))
    expect(template.exec((await home?.text()) ?? '')?.[1]).toBe(
      '<link rel="modulepreload" href="/assets/en-chooser.js"><p>chooser en</p>',
    )
    expect(template.exec((await settings?.text()) ?? '')?.[1]).toBe('')
  })

  test.each([
    '/',
    '/privacy',
    '/terms',
    '/notices',
    '/openapi.json',
    '/tonconnect-manifest.json',
    '/wallets.json',
  ])('%s comes compressed as the client wishes, and not at all if it has it', async (path) => {
    const plain = await (await get(path)).text()
    const brotli = await get(path, { 'accept-encoding': 'gzip, br' })
    expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(plain)
    const gzip = await get(path, { 'accept-encoding': 'gzip' })
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(plain)
    const etag = gzip.headers.get('etag') ?? ''
    const unchanged = await get(path, { 'if-none-match': etag })
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    expect(unchanged.headers.get('vary')).toContain('accept-encoding')
  })

  test.each(['privacy', 'terms'])('/%s keeps each language apart', async (kind) => {
    const texts = await Promise.all(
      ['en', 'ru', 'en'].map(async (language) => (await get(`/${kind}?lang=${language}`)).text()),
    )
    expect(texts[1]).toContain('lang="ru"')
    expect(texts[0]).not.toBe(texts[1])
    expect(texts[2]).toBe(texts[0])
  })

  test("the operator's name for the app cannot break out of the page", async () => {
    const text = await (await get('/')).text()
    expect(text).toContain('<title>Clasp &lt;test></title>')
    expect(text).toContain('"appName":"Clasp \\u003ctest>"')
  })

  const boot: ServerBoot = {
    appName: 'Clasp',
    operator: 'Clasp',
    purpose: null,
    bot: { username: 'clasp_bot', appShortName: null },
    policy: { evm: 'off', tonNetwork: '-239', tonText: 'offer' },
    evm: null,
    manifestUrl: PUBLIC_URL,
    frameOrigins: [],
    tokenAudiences: [],
  }
  const parts = { ...emptyClient(), boot, tonWallets: () => [], log: createLog('silent') }

  test('a template without its markers stops the start', async () => {
    const unmarked = createShell({ ...parts, template: '<html></html>' })
    await expect(unmarked).rejects.toThrow('<!--first-screen-->')
  })

  test('a page names the wallets of the newest list, and the former ones until it is drawn', async () => {
    let listed = [listedApp('Purse')]
    const log: string[] = []
    const shell = await createShell({
      ...parts,
      tonWallets: () => listed,
      renderFirstScreen: ({ tonWallets }) => drawChooser(tonWallets[0]?.name),
      log: createLog('error', { write: (line) => void log.push(line) }),
    })
    const read = () => Buffer.from(shell.page('en', 'connect').identity).toString()
    expect(read()).toContain('<p>Purse</p>')
    listed = [listedApp('Pouch')]
    const drawn = shell.refresh()
    expect(read()).toContain('<p>Purse</p>')
    await drawn
    expect(read()).toContain('<p>Pouch</p>')
    expect(read()).toContain('"appName":"Pouch"')
    listed = [listedApp('Broken')]
    await shell.refresh()
    expect(log.join('')).toContain('cannot show the new list')
    expect(read()).toContain('<p>Pouch</p>')
  })
})

describe('headers', () => {
  test('the policy admits our origin, the bridges of the list, Telegram as a frame, and nothing else', async () => {
    const response = await get('/')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(
      /script-src 'self' 'sha256-[\w+/=]+' 'unsafe-hashes' 'sha256-47DEQ[\w+/=]+'(;|$)/,
    )
    expect(policy).toContain("connect-src 'self' https://api-node.bybit.com ")
    expect(policy).toContain('frame-ancestors https://web.telegram.org')
    expect(policy).not.toContain('unsafe-eval')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(response.headers.get('x-frame-options')).toBeNull()
  })

  test('with EVM wallets the policy admits a relay over TLS, and none without', async () => {
    const evm = await openTestServer({ evm: 'in-app' })
    onTestFinished(() => evm.close())
    const policy = (await evm.app.request('/')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain(' wss://relay.walletconnect.org ')
    expect(policy).not.toMatch(/ (?:ws|http):/)
  })

  test.each([
    '/nowhere',
    '/requests/',
    '/requests/c1_0123456789abcdefghij_-',
    '/requests/r1_0123456789abcdefghij_-/people',
    '/new-request/x',
    '/c',
    '/c/r1_0123456789abcdefghij_-',
    '/c/c1_0123456789abcdefghij_-x',
    '/c/C1_0123456789abcdefghij_-',
    '/c/c2_0123456789abcdefghij_-',
    '/m/c1_0123456789abcdefghij_-',
    '/m/m1_0123456789abcdefghij_-/else',
    '/multisig',
    '/multisig/x',
    '/link',
    '/link/else',
    '/link/brokenx',
    '/link/broken/x',
  ])('a missing page is answered with a problem and its code: %s', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ code: 'not-found', status: 404 })
  })
})

describe.each(['/privacy', '/terms'])('%s', (path) => {
  test("comes in the reader's language and needs no account", async () => {
    const text = await (await get(path, { 'accept-language': 'fa-IR,en' })).text()
    expect(text).toContain('<html lang="fa" dir="rtl">')
    expect(text).toContain('Harbour &amp; Sons')
    expect(text).toContain('mailto:privacy@example.com')
  })
})

describe('the manifest', () => {
  test('names our origin without a trailing slash and may be read from anywhere', async () => {
    const response = await get('/tonconnect-manifest.json', { origin: 'https://wallet.example' })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({
      url: PUBLIC_URL,
      name: 'Clasp <test>',
      iconUrl: `${PUBLIC_URL}/icon-180.png`,
    })
  })
})
