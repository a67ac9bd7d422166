import type { EvmPolicy } from '#shared/boot.ts'
import type { Config } from '../config/config.ts'
import type { Retention } from '../store/upkeep/sweep.ts'

/** Facts in the pages that only the operator knows. */
export type LegalFacts = {
  appName: string
  operator: Config['operator']
  retention: Retention
  /** Link that opens the chat with the bot. */
  botUrl: string
  evm: EvmPolicy
  /** Whether admins see who the members are. */
  showsMembers: boolean
}

export type LegalLink = { text: string; href: string }

/** A paragraph, the items of a list, or a link on a line of its own. */
export type LegalBlock = string | readonly string[] | LegalLink

/** One document in one language, with the operator's facts in it. */
export type LegalDocument = {
  title: string
  /** A summary of the whole. */
  lead: string
  sections: readonly { heading: string; blocks: readonly LegalBlock[] }[]
}

export const LEGAL_KINDS = ['privacy', 'terms'] as const
export type LegalKind = (typeof LEGAL_KINDS)[number]
