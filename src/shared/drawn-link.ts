import type { BroughtReply } from './api/open-session.ts'

/** Kinds of links whose screens the server draws. */
export type LinkKind = 'request' | 'card' | 'cosign'

/** What the server draws of a link, for everybody who has it. */
export type DrawnLink = {
  kind: LinkKind
  /** Of its screen. */
  path: string
  /** What the screen reads, by the paths of those calls. */
  replies: Record<string, BroughtReply>
}
