import type { ClientPlatform } from '#shared/client-platform.ts'

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

export function getPlatform(parameters: URLSearchParams): ClientPlatform {
  return PLATFORMS.get(parameters.get('tgWebAppPlatform') ?? '') ?? 'unknown'
}
