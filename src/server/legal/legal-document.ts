import type { EvmPolicy } from '#shared/boot.ts'
import type { OperatorConfig } from '../config/config.ts'
import type { Retention } from '../store/upkeep/sweep.ts'

/** Facts in the pages that only the operator knows. */
export type LegalFacts = {
  appName: string
  operator: OperatorConfig
  retention: Retention
  /** Link that opens the chat with the bot. */
  botUrl: string
  evm: EvmPolicy
  /** Whether admins see who the members are. */
  showsMembers: boolean
}

/** The facts, formatted for the sentences of one language. */
export type LegalTexts = {
  appName: string
  operatorName: string
  contact: LegalLink
  bot: LegalLink
  /** Whether wallets of EVM chains can be linked. If not, the pages do not mention them. */
  offersEvm: boolean
  /** Whether admins see who the members are. */
  showsMembers: boolean
  /** How long data is stored, such as `30 days`. */
  stored: Record<'attempts' | 'events' | 'idleMembers', string>
}

export type LegalLink = { text: string; href: string }

/** A paragraph, the items of a list, or a link on a line of its own. */
export type LegalBlock = string | readonly string[] | LegalLink

/** One document in one language, with gaps for facts that only the operator knows. */
export type LegalText = {
  title: string
  /** A summary of the whole. */
  lead: (texts: LegalTexts) => string
  sections: readonly { heading: string; blocks: (texts: LegalTexts) => readonly LegalBlock[] }[]
}

/** A {@link LegalText} with its gaps filled. */
export type LegalDocument = {
  title: string
  lead: string
  sections: readonly { heading: string; blocks: readonly LegalBlock[] }[]
}

export const LEGAL_KINDS = ['privacy', 'terms'] as const
export type LegalKind = (typeof LEGAL_KINDS)[number]
