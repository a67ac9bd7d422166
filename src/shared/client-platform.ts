import * as v from 'valibot'

/** Telegram clients as we tell them apart. */
export const CLIENT_PLATFORMS = [
  'ios',
  'android',
  'tdesktop',
  'macos',
  'web',
  'weba',
  'unknown',
] as const
export type ClientPlatform = (typeof CLIENT_PLATFORMS)[number]

/** Telegram client that an attempt is made with: where people fail depends on it. */
export const AttemptClientSchema = v.strictObject({
  platform: v.picklist(CLIENT_PLATFORMS),
  /** Version of the Mini App protocol that the client speaks, such as `8.0`. */
  version: v.pipe(v.string(), v.regex(/^\d{1,3}\.\d{1,3}$/)),
})
export type AttemptClient = v.InferOutput<typeof AttemptClientSchema>
