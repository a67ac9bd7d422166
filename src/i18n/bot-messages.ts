import * as v from 'valibot'
import { type Language, LANGUAGES } from '../shared/languages.ts'
import { compileMessages } from './compile-messages.ts'
import { readBotMessages } from './read-messages.ts'
import type { Messages } from './messages.ts'

/** What {@link readBotMessages} puts together, compiled. */
export type BotSourceMessages = Messages['bot'] &
  Pick<Messages['main'], 'claims'> &
  Pick<Messages, 'proof' | 'checks'> &
  Pick<Messages['main']['wallet'], 'tonKinds'> & { evmKinds: Messages['evm']['kinds'] }

const ModuleSchema = v.object({
  messages: v.custom<BotSourceMessages>((messages) => typeof messages === 'object'),
})

/**
 * The server's messages in each language: the bot's, and those of the commands. This module is for sources that run
 * without a build: it compiles the messages when it is loaded. Every build and every test replaces it with compiled messages: see `messages-plugin.ts`.
 */
export const BOT_MESSAGES: ReadonlyMap<Language, BotSourceMessages> = new Map(
  await Promise.all(
    LANGUAGES.map(async (language) => [language, await compiled(language)] as const),
  ),
)

async function compiled(language: Language): Promise<BotSourceMessages> {
  const source = compileMessages(readBotMessages(language), language)
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  return v.parse(ModuleSchema, module).messages
}
