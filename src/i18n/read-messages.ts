import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { SourceMessages } from './compile-messages.ts'

/** Groups of messages that load together. `failure` is in every page, and `crash` in the app, in every language; `first` is in the shell. */
export const SECTIONS = [
  'first',
  'main',
  'evm',
  'admin',
  'request',
  'requesting',
  'sharing',
  'signing',
  'multisig',
  'failure',
  'crash',
  'bot',
  'proof',
  'checks',
  'verifier',
  'door',
] as const

export type Section = (typeof SECTIONS)[number]

const SourceMessagesSchema: v.GenericSchema<SourceMessages> = v.record(
  v.string(),
  v.union([v.string(), v.array(v.string()), v.lazy(() => SourceMessagesSchema)]),
)
const FileSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject(v.entriesFromList(SECTIONS, SourceMessagesSchema)),
)

/** Whether a page has them in every language, because they are shown when a language's own messages did not arrive. */
export function isInAllLanguages(section: Section): boolean {
  return section === 'failure' || section === 'crash'
}

export function isSection(name: string): name is Section {
  return SECTIONS.some((section) => section === name)
}

/** The file that holds all messages of a language. */
export function messagesFile(language: string): string {
  return join(import.meta.dirname, `${language}.json`)
}

/** @throws Error when the language has no file, or a section is missing or unknown */
export function readMessages(language: string): Record<Section, SourceMessages> {
  return v.parse(FileSchema, readFileSync(messagesFile(language), 'utf8'))
}

const SharedSchema = v.object({
  main: v.object({
    claims: SourceMessagesSchema,
    wallet: v.object({ tonKinds: SourceMessagesSchema }),
  }),
  evm: v.object({ kinds: SourceMessagesSchema }),
})

/** The bot's own messages, and those that it shares with the app: sentences about proofs, and names of kinds of wallets. */
export function readBotMessages(language: string): SourceMessages {
  const messages = readMessages(language)
  const { main, evm } = v.parse(SharedSchema, messages)
  const { claims, wallet } = main
  return {
    ...messages.bot,
    claims,
    tonKinds: wallet.tonKinds,
    evmKinds: evm.kinds,
    proof: messages.proof,
    checks: messages.checks,
  }
}
