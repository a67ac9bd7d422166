import type { Platform } from './telegram.ts'

/** Names that clients give themselves in `tgWebAppPlatform`; unigram and those to come are unknown. */
const PLATFORMS: Record<string, Platform> = {
  ios: 'ios',
  android: 'android',
  android_x: 'android',
  tdesktop: 'tdesktop',
  macos: 'macos',
  web: 'web',
  webk: 'web',
  weba: 'weba',
}

export function platformOf(parameters: URLSearchParams): Platform {
  return PLATFORMS[parameters.get('tgWebAppPlatform') ?? ''] ?? 'unknown'
}
