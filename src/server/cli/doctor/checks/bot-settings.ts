import * as v from 'valibot'
import type { BotConfig } from '#server/config/config.ts'
import { type Probe, askTelegram } from '../ask.ts'
import { failure, type Finding, okUnless, warning } from '../finding.ts'

type Deps = { bot: BotConfig; publicUrl: string; appShortName: string | null; ask: Probe }

const AbilitiesSchema = v.object({
  has_main_web_app: v.optional(v.boolean(), false),
  supports_inline_queries: v.optional(v.boolean(), false),
  can_read_all_group_messages: v.optional(v.boolean(), false),
})
type Abilities = v.InferOutput<typeof AbilitiesSchema>

/** Settings that only BotFather can change. */
export async function checkBotSettings(deps: Deps): Promise<Finding[]> {
  const { bot, ask } = deps
  const answer = await askTelegram(ask, { bot, method: 'getMe', result: AbilitiesSchema })
  if (answer.kind !== 'ok') {
    return failure('Telegram did not say how the bot is set up.', 'Run the doctor again.')
  }
  const faults = [
    ...checkMainApp(answer.result, deps),
    ...checkInlineMode(answer.result, bot.mode),
    ...checkGroupPrivacy(answer.result, bot.mode),
  ]
  return okUnless(faults, describe(deps))
}

function describe({ bot, appShortName }: Pick<Deps, 'bot' | 'appShortName'>): string {
  if (bot.mode === 'off') return 'The bot is set up; updates are left to your own program.'
  if (appShortName === null) return 'The main Mini App and inline mode are switched on.'
  return 'Inline mode is switched on; whether BotFather knows APP_SHORT_NAME cannot be asked.'
}

function checkMainApp(
  abilities: Abilities,
  { appShortName, publicUrl }: Pick<Deps, 'appShortName' | 'publicUrl'>,
): Finding[] {
  if (abilities.has_main_web_app || appShortName !== null) return []
  return failure(
    'The bot has no main Mini App, so links to it open nothing.',
    `Send @BotFather /mybots, choose the bot, Bot Settings, Configure Mini App, Enable Mini App, and send ${publicUrl}/ (or set APP_SHORT_NAME).`,
  )
}

/** Telegram does not report whether inline feedback is on, which counts the answers to messages sent in inline mode. */
function checkInlineMode(
  { supports_inline_queries }: Abilities,
  mode: BotConfig['mode'],
): Finding[] {
  if (supports_inline_queries || mode === 'off') return []
  return warning(
    'Inline mode is off, so members cannot send requests and cards by writing to the bot in any chat.',
    'Send @BotFather /setinline, choose the bot, and send a short placeholder; then /setinlinefeedback, choose the bot, and Enabled.',
  )
}

/** An operator's own bot that receives the updates itself may need to read all messages of a group. */
function checkGroupPrivacy(
  { can_read_all_group_messages }: Abilities,
  mode: BotConfig['mode'],
): Finding[] {
  if (!can_read_all_group_messages || mode === 'off') return []
  return warning(
    'The bot gets every message of its groups, and Clasp needs none but commands.',
    'Send @BotFather /setprivacy, choose the bot, and send Enable.',
  )
}
