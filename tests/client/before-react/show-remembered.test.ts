import { afterEach, expect, test } from 'vitest'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import type { Boot } from '#shared/boot.ts'
import { renderFirstScreen } from '#client/prerender.tsx'
import { getRoutePath } from '#client/screens/routing/router.ts'
import { showMember } from '#client/before-react/show-member.ts'
import { showRemembered } from '#client/before-react/show-remembered.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { ADA } from '#tests/support/people.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { FRAME_ORIGINS, getInitData } from '#tests/support/test-messenger.ts'
import { until } from '#tests/support/until.ts'
import { en } from '#tests/support/messages.ts'

const BOOT: Boot = {
  operator: 'Clasp',
  purpose: null,
  appName: 'Clasp',
  bot: { username: 'clasp_bot', appShortName: 'app' },
  language: 'en',
  policy: { evm: 'off', tonNetwork: '-239', tonText: 'off' },
  evm: null,
  tonWallets: [],
  manifestUrl: 'https://app.example.com/tonconnect-manifest.json',
  frameOrigins: FRAME_ORIGINS,
  tokenAudiences: [],
}

/** The initData of the default member. */
const KEY = `clasp/${ADA.id}/home`
const INIT_DATA = getInitData({ user: JSON.stringify({ id: ADA.id, first_name: ADA.first_name }) })

afterEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset['hydrated']
})

/** The storage that a member with a wallet leaves on the device. */
async function visitOnce() {
  const server = await startAppServer()
  const ada = await server.visit()
  const wallet = await ada.linkTon()
  const device = createMemoryStorage()
  const { text } = openMemberApp(server, { device })
  await until(() => expect(text()).toContain('UQ'))
  await until(() => expect(device.getItem(KEY)).not.toBeNull())
  return { server, ada, wallet, device }
}

/** The page as the server sends it, after its first script. */
function pageFor(initData: string, saved: string | null): string {
  if (saved !== null) localStorage.setItem(KEY, saved)
  document.documentElement.lang = 'en'
  document.body.innerHTML = `<div id="root">${renderFirstScreen(BOOT).home}</div>`
  showMember(initData)
  showRemembered(initData)
  return document.getElementById('root')?.innerHTML ?? ''
}

test('a returning member’s wallets are on the page before the app is, and hydration does not draw them again', async () => {
  const { server, device } = await visitOnce()
  const markup = pageFor(INIT_DATA, device.getItem(KEY))
  expect(markup).toContain('UQ')
  const app = openMemberApp(server, { device, markup })
  const seen: string[] = []
  const look = new MutationObserver(() => seen.push(app.text() ?? ''))
  look.observe(app.container, { childList: true, subtree: true })
  await app.sees('@ada')
  look.disconnect()
  expect(app.recovered).toEqual([])
  expect(seen.filter((text) => !text.includes('UQ'))).toEqual([])
})

test('a returning member’s page has the line for another wallet and no button for a first one, before and after the app', async () => {
  const { server, device } = await visitOnce()
  const markup = pageFor(INIT_DATA, device.getItem(KEY))
  expect(markup).not.toContain(en.home.connect)
  expect(markup).toMatch(/data-intent="connect"/u)
  const app = openMemberApp(server, { device, markup })
  await app.sees('@ada')
  expect(app.text()).toContain(en.home.add)
  expect(app.text()).not.toContain(en.home.connect)
  expect(app.container.querySelectorAll('[data-intent=connect]')).toHaveLength(1)
})

test.each([
  ['the line for another wallet', '[data-intent=connect]', () => '/connect'],
  ['a wallet', '[data-to^="/wallets/"]', (id: string) => `/wallets/${id}`],
])(
  'a tap on %s of the picture, after hydration and before the wallets, is followed',
  async (_, tapped, path) => {
    const { server, wallet, device } = await visitOnce()
    const markup = pageFor(INIT_DATA, device.getItem(KEY))
    // The earlier visit has set it, too.
    delete document.documentElement.dataset['hydrated']
    const app = openMemberApp(server, { device, markup, loadMessages: () => new Promise(() => {}) })
    await until(() => expect(document.documentElement.dataset['hydrated']).toBe(''))
    app.container.querySelector<HTMLElement>(`[data-awaiting=home] ${tapped} *`)?.click()
    expect(getRoutePath(app.router.route.get())).toBe(path(wallet.id))
  },
)

test('wallets that are gone disappear when the server answers, and are removed from the device', async () => {
  const { server, ada, wallet, device } = await visitOnce()
  const markup = pageFor(INIT_DATA, device.getItem(KEY))
  await ada.api.call(unlinkWallet, { id: wallet.id })
  const app = openMemberApp(server, { device, markup })
  await app.sees(en.home.empty)
  expect(app.text()).not.toContain('UQ')
  expect(app.text()).toContain(en.home.connect)
  await until(() => expect(device.getItem(KEY)).toBeNull())
})

test('a member who had wallets reads nowhere that there are none, even where no picture was stored', async () => {
  const { server, device } = await visitOnce()
  localStorage.setItem(`clasp/${ADA.id}/me`, device.getItem(`clasp/${ADA.id}/me`) ?? '')
  device.removeItem(KEY)
  const markup = pageFor(INIT_DATA, null)
  const app = openMemberApp(server, { device, markup })
  const seen = [app.text()]
  const look = new MutationObserver(() => seen.push(app.text()))
  look.observe(app.container, { childList: true, subtree: true })
  await app.sees('UQ')
  look.disconnect()
  expect(seen.filter((text) => text.includes(en.home.empty))).toEqual([])
  expect(app.recovered).toEqual([])
})

test.each([
  ['of another account', getInitData(), { language: 'en', html: 'PICTURE' }],
  ['in another language', INIT_DATA, { language: 'ru', html: 'PICTURE' }],
  ['for nobody', 'user=%7B', { language: 'en', html: 'PICTURE' }],
  ['that is none', INIT_DATA, { language: 'en', html: ['PICTURE'] }],
  ['that cannot be read', INIT_DATA, 'PICTURE'],
])('a stored picture %s is not shown', (_, initData, saved) => {
  expect(pageFor(initData, JSON.stringify(saved))).not.toContain('PICTURE')
})
