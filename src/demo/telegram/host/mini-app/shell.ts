import type { ClientSettings } from './session-context.ts'

/** What the client's frame loads, and who answers in it. */
type FrameContent = { url: string; origin: string }

type ShellParts = { client: ClientSettings; url: string; appOrigin: string }

/** The Mini App itself; on Linux a page of Telegram Desktop's that frames it and passes its messages on. */
export function frameContent({ client, url, appOrigin }: ShellParts): FrameContent {
  if (!client.hasShell) return { url, origin: appOrigin }
  return { url: `/blank.html#${encodeURIComponent(url)}`, origin: window.location.origin }
}
