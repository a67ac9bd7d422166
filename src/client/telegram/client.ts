import { supports, type MethodName } from '@telegram-apps/sdk-react'
import type { ClientPlatform } from '#shared/client-platform.ts'
import { isLaunchSaved } from './launch-params.ts'
import { createWire, type TelegramWire } from './wire.ts'

/** Names that clients send in `tgWebAppPlatform`; unigram and future ones are unknown. */
const PLATFORMS = new Map<string, ClientPlatform>([
  ['ios', 'ios'],
  ['android', 'android'],
  ['android_x', 'android'],
  ['tdesktop', 'tdesktop'],
  ['macos', 'macos'],
  ['web', 'web'],
  ['webk', 'web'],
  ['weba', 'weba'],
])

/** Oldest protocol of Mini Apps, for a client that reports no version. */
const OLDEST_VERSION = '6.0'

/** The Telegram client that shows us. */
export type TelegramClient = {
  platform: ClientPlatform
  version: string
  /** Posts a method of the protocol; skips one that the client's version does not have. */
  post: TelegramWire['post']
  /** Posts a method whatever the client's version. */
  postAnyway: TelegramWire['post']
  on: TelegramWire['on']
  /** Whether the client's version has the method. */
  can: (method: MethodName) => boolean
  /** Whether it accepts any colour for its header, and not only the names of its own colours. */
  canColorHeader: boolean
}

/** @param frameOrigins origins of the clients that may show the page in a frame */
export function connectClient(
  parameters: URLSearchParams,
  frameOrigins: readonly string[],
): TelegramClient {
  const wire = createWire(frameOrigins)
  const version = getVersion(parameters)
  const client: TelegramClient = {
    platform: getPlatform(parameters),
    version,
    post: (method, ...data) => {
      if (supports(method, version)) wire.post(method, ...data)
    },
    postAnyway: wire.post,
    on: wire.on,
    can: (method) => supports(method, version),
    canColorHeader: supports('web_app_set_header_color', 'color', version),
  }
  client.on('reload_iframe', () => {
    // A client that gets no answer reloads the original address, launch parameters included.
    if (!isLaunchSaved(parameters)) return
    client.post('iframe_will_reload')
    location.reload()
  })
  client.post('iframe_ready', { reload_supported: true })
  return client
}

/** `major.minor` of the client's version; a third number, if there ever is one, is ignored. */
function getVersion(parameters: URLSearchParams): string {
  const named = /^\d{1,3}\.\d{1,3}(?=\.|$)/.exec(parameters.get('tgWebAppVersion') ?? '')
  return named?.[0] ?? OLDEST_VERSION
}

function getPlatform(parameters: URLSearchParams): ClientPlatform {
  return PLATFORMS.get(parameters.get('tgWebAppPlatform') ?? '') ?? 'unknown'
}
