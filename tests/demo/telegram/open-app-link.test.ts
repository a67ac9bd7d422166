import { atom } from 'nanostores'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Connection } from '#demo/telegram/messenger/store/connection.ts'
import { createMessenger } from '#demo/telegram/messenger/store/messenger.ts'
import type { Platform } from '#demo/telegram/theme-params.ts'
import { launchUrl } from '#demo/telegram/launch-url.ts'
import { BOT_TOKEN, makeWorld } from './demo-world.ts'

const LINK = 'https://link.trustwallet.com/wc?uri=wc%3Aab%402%3FsymKey%3Dc0ffee'

describe('the simulated Telegram, given a link of an EVM wallet', () => {
  afterEach(() => vi.unstubAllGlobals())

  test.each(['ios', 'android'] as const)(
    'opens an EVM wallet as another app on %s',
    async (platform) => {
      const { messenger, opened, reported } = await openMessenger(platform)
      messenger.openAppLink(LINK)
      expect(messenger.wallet.get()).toEqual({
        url: '/evm-wallet/?uri=wc%3Aab%402%3FsymKey%3Dc0ffee',
        place: 'app',
        name: 'Trust Wallet',
      })
      expect(reported()).toEqual([
        { type: 'clasp-demo-phone', isVisible: false },
        visibility(false),
      ])
      messenger.closeWallet()
      expect(messenger.wallet.get()).toBeNull()
      expect(reported().slice(2)).toEqual([
        { type: 'clasp-demo-phone', isVisible: true },
        visibility(true),
      ])
      expect(opened).toEqual([])
    },
  )

  test.each(['tdesktop', 'macos', 'web', 'weba'] as const)(
    'opens an EVM wallet’s page in a tab on %s',
    async (platform) => {
      const { messenger, opened, reported } = await openMessenger(platform)
      messenger.openAppLink(LINK)
      expect(opened).toEqual(['/evm-wallet/?uri=wc%3Aab%402%3FsymKey%3Dc0ffee'])
      expect(messenger.wallet.get()).toBeNull()
      expect(reported()).toEqual([])
    },
  )

  test('opens the wallet for a link that the Mini App opens through Telegram', async () => {
    const { messenger, opened } = await openMessenger('android')
    const openLink = (url: string) => {
      const session = messenger.miniApp.get()?.session
      session?.tapped()
      session?.receive(JSON.stringify({ eventType: 'web_app_open_link', eventData: { url } }))
    }
    openLink(LINK)
    expect(messenger.wallet.get()?.place).toBe('app')
    openLink('http://127.0.0.1:4000/connect#ticket=secret')
    expect(opened).toEqual(['http://127.0.0.1:4000/connect#ticket=secret'])
  })

  test('logs which app was opened and nothing from the link', async () => {
    const { messenger } = await openMessenger('ios')
    messenger.openAppLink(LINK)
    const entries = messenger.journal.entries.get()
    expect(entries).toContainEqual(
      expect.objectContaining({ kind: 'phone', name: 'opens Trust Wallet' }),
    )
    expect(JSON.stringify(entries)).not.toContain('c0ffee')
  })

  test('opens Wallet in Telegram inside Telegram without hiding the page behind it', async () => {
    const { messenger, reported } = await openMessenger('ios')
    await messenger.followLink('https://t.me/wallet/start?startapp=tonconnect-v__2')
    expect(messenger.wallet.get()).toMatchObject({ place: 'telegram' })
    expect(reported()).toEqual([visibility(false)])
    messenger.closeWallet()
    expect(reported().at(-1)).toEqual(visibility(true))
  })
})

function visibility(isVisible: boolean) {
  return { eventType: 'visibility_changed', eventData: { is_visible: isVisible } }
}

/** Opens a messenger page with an open Mini App. Records the tabs that it opens and the events that it sends to the Mini App. */
async function openMessenger(platform: Platform) {
  const world = makeWorld()
  const opened: string[] = []
  vi.stubGlobal('window', { open: (url: string) => opened.push(url) })
  const connection: Connection = {
    latest: atom({
      appOrigin: 'http://127.0.0.1:4000',
      hasEvmWallet: true,
      hasOperator: true,
      world: world.snapshot(),
    }),
    isOnline: atom(true),
    async act(action) {
      if (action.type !== 'launch') return { kind: 'done' }
      const account = world.account(action.launch.accountId)
      if (account === undefined) return null
      const url = launchUrl(action.launch, {
        account,
        botToken: BOT_TOKEN,
        botId: 0,
        signer: world.signer,
        appUrl: 'http://127.0.0.1:4000/',
        join: null,
        getKind: () => 'direct',
        now: 0,
      })
      return { kind: 'launched', url }
    },
  }
  const messenger = createMessenger(connection)
  messenger.setClient({ platform })
  await messenger.openMiniApp({ source: 'direct-link', chatId: null, startParam: null })
  const messages: string[] = []
  messenger.miniApp.get()?.session.connect({
    post: (message) => messages.push(message),
    size: () => ({ width: 390, height: 700 }),
  })
  const reported = (): unknown[] => messages.map((message): unknown => JSON.parse(message))
  return { messenger, opened, reported }
}
