import { Api } from 'grammy'
import type { UserFromGetMe } from 'grammy/types'
import { randomBytes } from 'node:crypto'
import type { Environment } from '#server/config/environment.ts'
import { isLoopback } from '#shared/site.ts'
import { isSimpleName } from '#server/network/own-network.ts'
import { clientOptions, retryAfter } from '#server/bot/create-api.ts'
import { WrongUseError } from '../command.ts'
import {
  askForSettings,
  needsProject,
  REQUIRED,
  EVM_POLICY_TEXTS,
  askForToken,
} from './ask-settings.ts'
import type { Prompts, SetupServices } from './prompts.ts'
import { FLAGS, settingProblem, type Settings } from './read-flags.ts'
import { callTelegram, WrongTokenError } from './call-telegram.ts'

const SECRET_BYTES = 32

/** Longest wait for one answer of Telegram, in seconds. */
const API_TIMEOUT_S = 15
const TELEGRAM_API_ROOT = 'https://api.telegram.org'

/** Asks for, generates and checks all settings. Writes nothing yet. */
export async function collectSettings(
  known: Environment,
  { context, prompts }: SetupServices,
): Promise<Omit<IdentifiedBot, 'token'> & { settings: Environment; isFirstTime: boolean }> {
  const unsaid = REQUIRED.filter((name) => (known[name] ?? '') === '')
  const missing = needsProject(known) ? [...unsaid, 'REOWN_PROJECT_ID' as const] : unsaid
  if (prompts === null && missing.length > 0) throw new WrongUseError(explainMissing(missing))
  const isFirstTime = unsaid.length > 0
  const { api, bot, token } = await identifyBot(known, { context, prompts })
  context.print(`The token is that of @${bot.username}, "${bot.first_name}".`)
  const identified = { ...known, BOT_TOKEN: token }
  const ask = async (prompts: Prompts) => {
    const defaults = isFirstTime ? await readDefaults(known, { api, bot }) : {}
    return askForSettings(prompts, identified, { isFirstTime, defaults })
  }
  const answered = { ...identified, ...(prompts && (await ask(prompts))) }
  const settings = { ...answered, ...makeSecrets(answered), ...allowReceiver(answered) }
  return { api, bot, isFirstTime, settings }
}

/** What the bot says of itself, where the operator has said nothing else: its name and its short description. */
async function readDefaults(
  known: Environment,
  { api, bot }: Omit<IdentifiedBot, 'token'>,
): Promise<Settings> {
  const { short_description: purpose } = await callTelegram(() => api.getMyShortDescription())
  const said = { APP_NAME: bot.first_name, PURPOSE: purpose } as const
  const names = ['APP_NAME', 'PURPOSE'] as const
  return Object.fromEntries(
    names
      .filter((name) => (known[name] ?? '') === '' && said[name] !== '')
      .filter((name) => settingProblem(name, said[name]) === undefined)
      .map((name) => [name, said[name]]),
  )
}

/** A receiver in the own network gets nothing unless its host is allowed; an operator who enters such a URL wants that. */
function allowReceiver({ WEBHOOK_URL, WEBHOOK_ALLOW_HOSTS }: Environment): Settings {
  if (WEBHOOK_URL === undefined || !URL.canParse(WEBHOOK_URL)) return {}
  const { hostname } = new URL(WEBHOOK_URL)
  const isOwn = isLoopback(hostname) || isSimpleName(hostname)
  return isOwn && !WEBHOOK_ALLOW_HOSTS ? { WEBHOOK_ALLOW_HOSTS: hostname } : {}
}

type Missing = (typeof REQUIRED)[number] | 'REOWN_PROJECT_ID'

function explainMissing(missing: readonly Missing[]): string {
  const lines = missing.map((name) => `  ${name}, ${getInstruction(name)}`)
  const choices = Object.entries(EVM_POLICY_TEXTS).map(
    ([value, messages]) => `    ${value}: ${messages}`,
  )
  return [
    'There is no terminal to ask in. Set these:',
    ...lines,
    ...(missing.includes('EVM') ? choices : []),
  ].join('\n')
}

function getInstruction(name: Missing): string {
  switch (name) {
    case 'BOT_TOKEN':
      return 'as a variable of the environment or with --bot-token'
    case 'REOWN_PROJECT_ID':
      return `with --${FLAGS[name]}: make a project at https://dashboard.reown.com`
    case 'PUBLIC_URL':
    case 'EVM':
      return `with --${FLAGS[name]}`
  }
}

type IdentifiedBot = { api: Api; bot: UserFromGetMe; token: string }

/** Asks Telegram which bot the token belongs to. Asks the operator again after a mistyped token. */
async function identifyBot(
  known: Environment,
  { context, prompts }: SetupServices,
): Promise<IdentifiedBot> {
  const apiRoot = known['TELEGRAM_API_ROOT'] || TELEGRAM_API_ROOT
  const environment = known['TELEGRAM_ENVIRONMENT'] === 'test' ? 'test' : 'prod'
  const identify = async (token: string) => {
    const api = new Api(token, clientOptions({ apiRoot, environment }, API_TIMEOUT_S))
    api.config.use(retryAfter)
    return { api, token, bot: await callTelegram(() => api.getMe()) }
  }
  const token = known['BOT_TOKEN'] ?? ''
  if (token !== '' || prompts === null) return identify(token)
  for (;;) {
    try {
      return await identify(await askForToken(prompts))
    } catch (error) {
      if (!(error instanceof WrongTokenError)) throw error
      context.complain(error.message)
    }
  }
}

/** Generates the secrets that the settings need but do not have. */
function makeSecrets(settings: Environment): Settings {
  const isMissing = (name: string) => (settings[name] ?? '') === ''
  const isReceiverSet = !isMissing('WEBHOOK_URL')
  return {
    ...(isMissing('DATA_KEY') && { DATA_KEY: randomBytes(SECRET_BYTES).toString('hex') }),
    ...(settings['BOT_MODE'] === 'webhook' &&
      isMissing('TELEGRAM_WEBHOOK_SECRET') && {
        TELEGRAM_WEBHOOK_SECRET: randomBytes(SECRET_BYTES).toString('hex'),
      }),
    ...(isReceiverSet &&
      isMissing('WEBHOOK_SIGNING_SECRET') && {
        WEBHOOK_SIGNING_SECRET: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
      }),
  }
}
