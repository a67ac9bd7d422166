import { commandLine, startingLines, writeUsage } from '#server/config/command-line.ts'
import { resolve } from 'node:path'
import type { Api } from 'grammy'
import type { UserFromGetMe, WebhookInfo } from 'grammy/types'
import {
  nameDifference,
  type ProfileChange,
  profileDifference,
} from '#server/bot/profile-difference.ts'
import { WEBHOOK_PATH, webhookRemoval } from '#server/bot/foreign-webhook.ts'
import { webhookDifference } from '#server/bot/webhook-updates.ts'
import { listBadVariables } from '#server/config/config-reader.ts'
import { createFieldCipher } from '#server/store/database/field-cipher.ts'
import { directLink } from '#shared/links.ts'
import { writeAdminLink } from '#server/admins/admin-link.ts'
import { type Config, parseConfig } from '#server/config/config.ts'
import type { Environment } from '#server/config/environment.ts'
import { type Command, type CommandContext, CommandError, defineCommand } from '../command.ts'
import { callTelegram } from './call-telegram.ts'
import { botFatherSteps, printSteps } from './bot-father-steps.ts'
import { collectSettings } from './collect-settings.ts'
import { type EnvFile, readEnvFile, appendToEnvFile } from './env-file.ts'
import { knownSettings } from './known-settings.ts'
import type { Prompts, SetupServices } from './prompts.ts'
import { readFlags, type SetupFlags } from './read-flags.ts'

const USAGE = `${writeUsage([
  ['setup', 'asks for what is missing'],
  ['setup --public-url <https origin> --evm off|in-app|browser --yes', 'asks nothing'],
])}
    --reown-project-id <id>           needed unless --evm off; from https://dashboard.reown.com
    --bot-token <token>               better as variable BOT_TOKEN: flags stay in the shell's history
    --bot-mode polling|webhook|off    off when your own bot already runs
    --app-name <name>                 what members and wallets see; Clasp if left out
    --purpose <sentence>              what members link a wallet for, in one sentence
    --set-name                        names the bot so too, in all languages
    --webhook-url <url>               your receiver of events
    --operator-name <name>               who answers for the members' data
    --operator-contact <mail or link>    where members reach you
    --admin-id <Telegram id>          sees the admin view, and may always ask for wallets; may be given more than once
    --requests admins|members         who may ask for wallets; admins if left out
    --telegram-api-root <url>         another Bot API server
    --telegram-environment <which>    prod, or test for a bot of Telegram's test environment
    --settings-file <file>            where settings are kept, .env if left out
    --yes                             makes the changes without asking`

/** Mode bits that let others on the machine read the file. */
const OTHERS = 0o077

/** Configures a bot, given its token. Leaves correct settings untouched, so it can be run again. */
export function createSetup(prompts: Prompts): Command {
  return defineCommand(USAGE, (args, context) =>
    setUp(readFlags(args), { context, prompts: context.isInteractive ? prompts : null }),
  )
}

async function setUp(flags: SetupFlags, services: SetupServices): Promise<number> {
  const { context } = services
  const file = await readEnvFile(resolve(context.directory, flags.envFile))
  const known = knownSettings(flags.given, file, context)
  reportOddities(file, known, context)
  const { api, bot, settings, isFirstTime } = await collectSettings(known, services)
  const config = requireConfig(settings)
  const additions = getMissing(file, settings, { ...flags.given, ...differing(known, settings) })
  const isNamed = flags.isNamed || (isFirstTime && (await wantsName(bot, config, services)))
  const changes = await botChanges(api, config, { isNamed })

  const plan = { file, additions, changes }
  if (!(await agree(plan, flags, services))) return 1
  await carryOut(plan, context)
  for (const line of closingLines(bot, config, context.now())) context.print(line)
  return 0
}

/** Reports facts that the operator may not expect and should know before they are asked. */
function reportOddities(file: EnvFile, known: Environment, { complain }: CommandContext): void {
  if (file.owner !== null && (file.owner.mode & OTHERS) !== 0) {
    complain(`Others on this machine can read ${file.path}; fix this with: chmod 600 ${file.path}`)
  }
  const overruled = Object.keys(file.values).filter(
    (name) => (file.values[name] ?? '') !== '' && file.values[name] !== known[name],
  )
  if (overruled.length > 0) {
    complain(`The environment overrules ${file.path} in ${overruled.join(', ')}.`)
  }
}

function requireConfig(settings: Environment): Config {
  const verdict = parseConfig(settings)
  if (verdict.ok) return verdict.config
  throw new CommandError(
    ['These settings cannot be used:', ...listBadVariables(verdict.bad)].join('\n'),
  )
}

/** Settings that were entered or generated in this run. */
function differing(known: Environment, settings: Environment): Environment {
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => known[name] !== value),
  )
}

/** Settings that a start needs, and those entered or generated now, unless the file has them. */
function getMissing(
  file: EnvFile,
  settings: Environment,
  fresh: Environment,
): Record<string, string> {
  const { BOT_TOKEN, PUBLIC_URL, DATA_KEY, EVM, REOWN_PROJECT_ID } = settings
  const wanted = { BOT_TOKEN, PUBLIC_URL, DATA_KEY, EVM, REOWN_PROJECT_ID, ...fresh }
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) =>
      value === undefined || (file.values[name] ?? '') !== '' ? [] : [[name, value]],
    ),
  )
}

/** Asks only the first time: later, a different name is the operator's choice. */
async function wantsName(
  bot: UserFromGetMe,
  config: Config,
  { prompts }: SetupServices,
): Promise<boolean> {
  if (prompts === null || config.bot.mode === 'off') return false
  if (bot.first_name === config.appName) return false
  return prompts.confirm(
    `The bot is named "${bot.first_name}". Name it "${config.appName}" in all languages?`,
  )
}

async function botChanges(
  api: Api,
  config: Config,
  { isNamed }: { isNamed: boolean },
): Promise<ProfileChange[]> {
  const { bot, appName } = config
  if (bot.mode === 'off') return []
  return callTelegram(async () => {
    const present = await api.getWebhookInfo()
    return [
      ...(await profileDifference(api, { ...config, offersEvm: config.evm.policy !== 'off' })),
      ...webhookChanges(api, config, present),
      ...(isNamed ? await nameDifference(api, appName) : []),
    ]
  })
}

function webhookChanges(
  api: Api,
  { bot, publicUrl }: Config,
  present: WebhookInfo,
): ProfileChange[] {
  if (bot.mode !== 'webhook') return webhookRemoval(api, present)
  const webhook = { url: `${publicUrl}${WEBHOOK_PATH}`, secret: bot.secret }
  return webhookDifference(api, webhook, present)
}

function closingLines(bot: UserFromGetMe, config: Config, now: number): string[] {
  return [
    ...(config.bot.mode === 'off'
      ? ['BOT_MODE=off: commands, texts, menu button and webhook stay as your own bot has them.']
      : []),
    '',
    'By hand, at https://t.me/BotFather, one message or button a line:',
    ...printSteps(botFatherSteps(bot, config)),
    '  Not needed: /setdomain',
    '',
    `Then: ${startingLines().join(', ')}, and ${commandLine('doctor')} while it runs`,
    '',
    'Whoever opens this link first, within ten minutes, becomes an admin. Open it once the server runs:',
    `  ${getAdminLink(bot, config, now)}`,
    `It works once. Another one: ${commandLine('setup')}. The admin view and ${commandLine('doctor')} list the admins.`,
  ]
}

function getAdminLink(
  { username }: UserFromGetMe,
  { appShortName, dataKey }: Config,
  now: number,
): string {
  return directLink({ username, appShortName }, writeAdminLink(createFieldCipher(dataKey), now))
}

/** All changes that setup would make. */
type Plan = { file: EnvFile; additions: Record<string, string>; changes: ProfileChange[] }

/** Shows the changes. True when the operator agrees, or there are none. */
async function agree(
  { file, additions, changes }: Plan,
  { isAgreed }: { isAgreed: boolean },
  { context, prompts }: SetupServices,
): Promise<boolean> {
  const names = Object.keys(additions)
  if (names.length + changes.length === 0) {
    context.print(`Nothing to change: ${file.path} and the bot are as they should be.`)
    return true
  }
  context.print('To change:')
  if (names.length > 0) context.print(`  ${file.path}: add ${names.join(', ')}`)
  for (const { sentence } of changes) context.print(`  ${sentence}`)
  if (isAgreed || (await prompts?.confirm('Make these changes?'))) return true
  context.complain(
    prompts === null
      ? 'Nothing was changed. To make these changes, add --yes.'
      : 'Nothing was changed.',
  )
  return false
}

/** If a step fails, the earlier ones stay done and the next run finds them so. */
async function carryOut(
  { file, additions, changes }: Plan,
  { print }: CommandContext,
): Promise<void> {
  if (Object.keys(additions).length > 0) {
    await appendToEnvFile(file, additions)
    print(`Written: ${file.path}`)
  }
  if ('DATA_KEY' in additions) {
    print('Keep a copy of its DATA_KEY, away from the database: without it nothing can be read.')
  }
  if ('WEBHOOK_SIGNING_SECRET' in additions) {
    print('Your receiver checks events with the WEBHOOK_SIGNING_SECRET that stands there.')
  }
  for (const change of changes) {
    await callTelegram(() => change.apply())
  }
  if (changes.length > 0) print(`Done: all changes of the bot (${changes.length}).`)
}
