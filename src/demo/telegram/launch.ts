import * as v from 'valibot'
import { PLATFORMS, THEMES, VersionSchema } from './theme-params.ts'

const ClientSchema = v.object({
  platform: v.picklist(PLATFORMS),
  version: VersionSchema,
  theme: v.picklist(THEMES),
  /** Whether the client opens it so. @default false */
  isFullscreen: v.optional(v.boolean()),
})

/** How a person opens the Mini App, and with which client. */
export const LaunchSchema = v.variant('source', [
  v.object({
    ...ClientSchema.entries,
    accountId: v.number(),
    source: v.picklist(['inline-button', 'menu', 'keyboard']),
    url: v.pipe(v.string(), v.url()),
  }),
  /** What the guard of a chat shows to a person who asks to join it. */
  v.object({
    ...ClientSchema.entries,
    accountId: v.number(),
    source: v.literal('join-request'),
    chatId: v.number(),
  }),
  v.object({
    ...ClientSchema.entries,
    accountId: v.number(),
    source: v.literal('direct-link'),
    /** The chat in which the link stands; null for a link found elsewhere. */
    chatId: v.nullable(v.number()),
    startParam: v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{0,512}$/))),
  }),
])
export type DemoLaunch = v.InferOutput<typeof LaunchSchema>
