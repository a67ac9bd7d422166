import { afterEach, describe, expect, test, vi } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import type { Platform } from '#demo/telegram/theme-params.ts'
import { listen, openPage, write } from './messenger/open-page.ts'

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
    const openLink = (url: string) => write(messenger, 'web_app_open_link', { url })
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
  const opened: string[] = []
  vi.stubGlobal('window', { open: (url: string) => opened.push(url) })
  const { messenger } = openPage(ADA)
  messenger.setClient({ platform })
  await messenger.openMiniApp({ source: 'direct-link', chatId: null, startParam: null })
  return { messenger, opened, reported: listen(messenger) }
}
