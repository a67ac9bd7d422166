/**
 * Longest `startapp` that Telegram passes on, in characters
 * (docs.telegram-mini-apps.com/platform/start-parameter).
 */
export const STARTAPP_LENGTH = 512

/** A value encoded as TON Connect does for `startapp`, whose alphabet is `[A-Za-z0-9_-]`. */
export function encodeForStartapp(value: string): string {
  return encodeURIComponent(value)
    .replaceAll('.', '%2E')
    .replaceAll('-', '%2D')
    .replaceAll('_', '%5F')
    .replaceAll('%', '--')
}
