import * as v from 'valibot'

/** Telegram clients that we distinguish. */
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

/** Telegram client that an attempt is made with, because failures depend on it. */
export const AttemptClientSchema = v.strictObject({
  platform: v.picklist(CLIENT_PLATFORMS),
  /** The client's version of the Mini App protocol, such as `8.0`. */
  version: v.pipe(v.string(), v.regex(/^\d{1,3}\.\d{1,3}$/)),
})
export type AttemptClient = v.InferOutput<typeof AttemptClientSchema>
