import type { BroughtReply } from './api/open-session.ts'

/** The section of messages that each screen needs whose picture the server draws for a link. */
export const LINK_SECTIONS = { request: 'request', card: 'sharing', cosign: 'multisig' } as const

/** Kinds of links whose screens the server draws. */
export type LinkKind = keyof typeof LINK_SECTIONS

/** What the server draws of a link, for everybody who has it. */
export type DrawnLink = {
  kind: LinkKind
  /** Of its screen. */
  path: string
  /** What the screen reads, by the paths of those calls. */
  replies: Record<string, BroughtReply>
}
