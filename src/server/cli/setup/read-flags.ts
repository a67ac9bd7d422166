import { parseVariable, type VariableName, VARIABLES } from '#server/config/variables.ts'
import { WrongUseError, parseFlags } from '../command.ts'

/** Settings by the names of their variables, as in the file. */
export type Settings = Partial<Record<VariableName, string>>

export type SetupFlags = {
  given: Settings
  envFile: string
  /** Whether changes are made without asking. */
  isAgreed: boolean
  /** Whether the bot gets the app's name. */
  isNamed: boolean
}

/** Flag of each setting that setup takes. */
export const FLAGS = {
  BOT_TOKEN: 'bot-token',
  PUBLIC_URL: 'public-url',
  EVM: 'evm',
  REOWN_PROJECT_ID: 'reown-project-id',
  BOT_MODE: 'bot-mode',
  APP_NAME: 'app-name',
  PURPOSE: 'purpose',
  WEBHOOK_URL: 'webhook-url',
  OPERATOR_NAME: 'operator-name',
  OPERATOR_CONTACT: 'operator-contact',
  ADMIN_IDS: 'admin-id',
  REQUESTS: 'requests',
  TELEGRAM_API_ROOT: 'telegram-api-root',
  TELEGRAM_ENVIRONMENT: 'telegram-environment',
} as const satisfies Partial<Record<VariableName, string>>

type FlaggedName = keyof typeof FLAGS

/** @throws {WrongUseError} */
export function readFlags(args: string[]): SetupFlags {
  const { values } = parseFlags({
    args,
    options: {
      [FLAGS.BOT_TOKEN]: { type: 'string' },
      [FLAGS.PUBLIC_URL]: { type: 'string' },
      [FLAGS.EVM]: { type: 'string' },
      [FLAGS.REOWN_PROJECT_ID]: { type: 'string' },
      [FLAGS.BOT_MODE]: { type: 'string' },
      [FLAGS.APP_NAME]: { type: 'string' },
      [FLAGS.PURPOSE]: { type: 'string' },
      [FLAGS.WEBHOOK_URL]: { type: 'string' },
      [FLAGS.OPERATOR_NAME]: { type: 'string' },
      [FLAGS.OPERATOR_CONTACT]: { type: 'string' },
      [FLAGS.ADMIN_IDS]: { type: 'string', multiple: true },
      [FLAGS.REQUESTS]: { type: 'string' },
      [FLAGS.TELEGRAM_API_ROOT]: { type: 'string' },
      [FLAGS.TELEGRAM_ENVIRONMENT]: { type: 'string' },
      // Node has an `--env-file` of its own.
      'settings-file': { type: 'string', default: '.env' },
      'set-name': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  return {
    given: Object.fromEntries(
      Object.entries(FLAGS).flatMap(([name, flag]) => givenSetting(name, values[flag])),
    ),
    envFile: values['settings-file'],
    isAgreed: values.yes,
    isNamed: values['set-name'],
  }
}

function givenSetting(name: string, value: string | string[] | undefined): [FlaggedName, string][] {
  if (value === undefined || !isFlagged(name)) return []
  const text = tidySetting(name, Array.isArray(value) ? value.join(',') : value)
  const problem = settingProblem(name, text)
  if (problem !== undefined) throw new WrongUseError(`--${FLAGS[name]}: ${problem}`)
  return [[name, text]]
}

function isFlagged(name: string): name is FlaggedName {
  return name in FLAGS
}

/** Converts typed or pasted text to the form that the server accepts. */
export function tidySetting(name: VariableName, text: string): string {
  const trimmed = text.trim()
  return name === 'PUBLIC_URL' ? withoutSlash(trimmed) : trimmed
}

/** `https://app.example.com/` can only mean the origin. A longer path means something else. */
function withoutSlash(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && url.href === `${url.origin}/` ? url.origin : text
}

/** The setting's expected form, if the text does not have it; the value itself is not repeated. */
export function settingProblem(name: VariableName, text: string): string | undefined {
  const parsed = parseVariable(name, text)
  return parsed.ok ? undefined : `expected ${parsed.expected ?? VARIABLES[name].expected}.`
}
