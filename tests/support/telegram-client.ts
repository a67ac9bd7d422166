import * as v from 'valibot'
import { createTelegram } from '#client/telegram/create-telegram.ts'
import { createSession } from '#demo/telegram/messenger/mini-app/session.ts'
import { createDialogs } from '#demo/telegram/messenger/mini-app/dialogs.ts'
import type { Platform } from '#demo/telegram/theme-params.ts'
import { MessageSchema, FRAME_ORIGINS, openTestMessenger } from './test-messenger.ts'

/**
 * Opens the page in the demo's Telegram, which refuses methods that its version does not support and messages that do
 * not follow the protocol.
 */
export function openTelegramClient(platform: Platform, version: string, initData: string) {
  const dialogs = createDialogs()
  const refused: string[] = []
  const opened: string[] = []
  const prepared: string[] = []
  const session = createSession({
    client: () => ({
      platform,
      version,
      theme: 'day',
      hasInsets: true,
      homeScreen: 'missed',
      opensFullscreen: false,
      hasShell: false,
      secondLink: 'reopens',
      losesStartParam: false,
    }),
    now: () => performance.now(),
    ask: (dialog) => dialogs.ask(dialog),
    toast: () => {},
    note: ({ kind, name, detail }) => {
      if (kind === 'ignored') refused.push(`${name}: ${detail}`)
    },
    openLink: () => {},
    openTelegramLink: (url) => void opened.push(url),
    otherInFront: () => null,
    mayBotWrite: () => true,
    grantWriteAccess: async () => {},
    storage: { cloud: new Map(), device: new Map(), secure: new Map() },
    sendPrepared: async (preparedId) => {
      prepared.push(preparedId)
      return { outcome: 'sent' }
    },
    switchInline: () => {},
    putOnHomeScreen: () => {},
    close: () => {},
  })
  const messenger = openTestMessenger({
    platform,
    version,
    initData,
    isFrame: platform === 'web' || platform === 'weba',
    onPost: (eventType, eventData) => session.receive(JSON.stringify({ eventType, eventData })),
  })
  window.addEventListener('click', () => session.tapped(), true)
  session.connect({
    post: (message) => {
      const parsed = v.safeParse(MessageSchema, message)
      if (parsed.success) messenger.emit(parsed.output.eventType, parsed.output.eventData)
    },
    size: () => ({ width: 390, height: 700 }),
  })
  return {
    telegram: createTelegram(FRAME_ORIGINS),
    messenger,
    session,
    dialogs,
    refused,
    opened,
    prepared,
  }
}
