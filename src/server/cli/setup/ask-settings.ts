import type { Environment } from '#server/config/environment.ts'
import { REQUESTS_POLICIES, type VariableName } from '#server/config/variables.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import type { Prompts } from './prompts.ts'
import { type Settings, settingProblem, tidySetting } from './read-flags.ts'

/** The meaning of each value of EVM, in the text of the prompt. */
export const EVM_POLICY_TEXTS: Record<EvmPolicy, string> = {
  off: "TON wallets only. The only value that follows Telegram's terms for bot developers (§7) to the letter",
  'in-app': 'EVM wallets connect inside the Mini App, where §7 admits TON Connect only',
  browser:
    "EVM wallets connect on your site in the member's browser; §7.4 extends to sending members elsewhere",
}

/** Settings that an operator must enter; the others are generated, or have a default. */
export const REQUIRED = ['BOT_TOKEN', 'PUBLIC_URL', 'EVM'] as const

/** The first is the default of a hasty Enter: the one that follows Telegram's terms to the letter. */
const EVM_ORDER = ['off', 'in-app', 'browser'] as const

const BOT_MODE_TEXTS = {
  polling: 'No other program: Clasp asks Telegram for updates (works anywhere)',
  webhook: 'No other program: Telegram sends updates to Clasp (for larger bots)',
  off: 'Yes, a bot of mine: it keeps its updates, commands and menu; Clasp verifies and sends receipts',
} as const

/** The first is the default of a hasty Enter: under it, only a chat's administrators make requests for the chat. */
const REQUESTS_POLICY_TEXTS = {
  admins: 'admins: administrators in their own chats, and ADMIN_IDS anywhere',
  members: 'members: all members; in a chat, its members',
} as const

/** Whether a start would fail without the Reown project that EVM wallets need. */
export function needsProject({ EVM, REOWN_PROJECT_ID }: Environment): boolean {
  return (EVM === 'in-app' || EVM === 'browser') && !REOWN_PROJECT_ID
}

export function askForToken(prompts: Prompts): Promise<string> {
  return askText(prompts, {
    name: 'BOT_TOKEN',
    how: 'secret',
    message: 'Token of your bot? At @BotFather send /newbot, or /token for a bot you have',
  })
}

type AskedOnce = {
  /** Whether the operator is also offered the settings that have a default. */
  isFirstTime: boolean
  /** Defaults that the bot itself gives. */
  defaults: Settings
}

/** Asks for the missing settings that are required. The first time it also shows the others, each of which can be changed. */
export async function askForSettings(
  prompts: Prompts,
  known: Environment,
  { isFirstTime, defaults }: AskedOnce,
): Promise<Settings> {
  const isMissing = (name: VariableName) => (known[name] ?? '') === ''
  const answers: Settings = {}
  if (isMissing('PUBLIC_URL')) {
    answers.PUBLIC_URL = await askText(prompts, {
      name: 'PUBLIC_URL',
      message: 'Under which https address will members reach this server?',
      placeholder: 'https://app.example.com',
    })
  }
  if (isMissing('EVM')) {
    answers.EVM = await prompts.choose({
      message:
        "May EVM wallets (MetaMask, Safe and others) be connected? Only off follows Telegram's terms for bot developers to the letter, and only you can decide",
      options: EVM_ORDER.map((value) => ({ value, label: `${value}: ${EVM_POLICY_TEXTS[value]}` })),
    })
  }
  if (needsProject({ ...known, ...answers })) {
    answers.REOWN_PROJECT_ID = await askText(prompts, {
      name: 'REOWN_PROJECT_ID',
      message:
        'Project id for WalletConnect? Make a project for this https address at https://dashboard.reown.com',
    })
  }
  if (!isFirstTime) return answers
  const evm = answers.EVM ?? known['EVM']
  const offered = evm === 'off' ? OPTIONAL : [...OPTIONAL, SAFE_KEY]
  const optional = offered.filter(({ name }) => isMissing(name))
  return { ...answers, ...(await changeDefaults(prompts, optional, defaults)) }
}

/** Shows the settings that have a default as one table, until the operator keeps it as it is. */
async function changeDefaults(
  prompts: Prompts,
  optional: readonly OptionalSetting[],
  defaults: Settings,
): Promise<Settings> {
  const answers = { ...defaults }
  for (;;) {
    const rows = optional.map(({ name, otherwise }) => {
      return { value: name, label: `${name}: ${answers[name] ?? otherwise}` }
    })
    const chosen = await prompts.choose<VariableName | 'keep'>({
      message: 'Everything else has a default. Keep them, or change one?',
      options: [{ value: 'keep', label: 'Keep' }, ...rows],
    })
    const asked = optional.find(({ name }) => name === chosen)
    if (asked === undefined) return answers
    const answer = await ask(prompts, asked)
    if (answer === '') delete answers[asked.name]
    else answers[asked.name] = answer
  }
}

function ask(prompts: Prompts, asked: OptionalSetting): Promise<string> {
  if ('options' in asked) return prompts.choose(asked)
  return askText(prompts, { ...asked, fallback: '' })
}

/** A setting with a default. `otherwise`: what is true without it. */
type OptionalSetting = { otherwise: string } & (
  | SettingPrompt
  | (Parameters<Prompts['choose']>[0] & { name: VariableName })
)

const OPTIONAL: readonly OptionalSetting[] = [
  { name: 'APP_NAME', message: 'Name that members and wallets see?', otherwise: 'Clasp' },
  {
    name: 'PURPOSE',
    message:
      'What do members link a wallet for? One sentence, which they read wherever a wallet is asked of them. Empty: none',
    otherwise: 'none, and members read only that you want to know which wallet is theirs',
  },
  {
    name: 'BOT_MODE',
    message: 'Does another program already answer for this bot?',
    options: (['polling', 'webhook', 'off'] as const).map((value) => ({
      value,
      label: BOT_MODE_TEXTS[value],
    })),
    otherwise: 'polling',
  },
  {
    name: 'REQUESTS',
    message: 'Who may ask others to connect their wallets?',
    options: REQUESTS_POLICIES.map((value) => ({ value, label: REQUESTS_POLICY_TEXTS[value] })),
    otherwise: 'admins',
  },
  {
    name: 'WEBHOOK_URL',
    message: 'URL of your receiver of events? Empty: none',
    otherwise: 'no receiver of events',
  },
  {
    name: 'OPERATOR_NAME',
    message: "Who answers for the members' data? Empty: the app's name",
    otherwise: 'the app’s name',
  },
  {
    name: 'OPERATOR_CONTACT',
    message: 'Where do members reach you, by mail or link? Empty: the bot',
    otherwise: 'the bot',
  },
  {
    name: 'ADMIN_IDS',
    message:
      'Telegram ids of those who see the admin view and may always ask for wallets, with commas? Empty: who opens the link at the end',
    otherwise: 'who opens the link at the end',
  },
]

const SAFE_KEY: OptionalSetting = {
  name: 'SAFE_API_KEY',
  how: 'secret',
  message:
    'Key to the Safe Transaction Service, which lists the Safes of an owner? Make one at https://developer.safe.global. Empty: Safes are not listed',
  otherwise: 'Safes are not listed',
}

type SettingPrompt = {
  name: VariableName
  message: string
  how?: 'text' | 'secret'
  placeholder?: string
  /** The value for an empty answer. Without it, an empty answer is not accepted. */
  fallback?: string
}

async function askText(
  prompts: Prompts,
  { name, message, how = 'text', placeholder, fallback }: SettingPrompt,
): Promise<string> {
  const hint = placeholder ?? fallback
  const answer = await prompts[how]({
    message,
    ...(hint === undefined || hint === '' ? {} : { placeholder: hint }),
    findProblem: (text) => {
      const tidy = tidySetting(name, text)
      return tidy === '' && fallback !== undefined ? undefined : settingProblem(name, tidy)
    },
  })
  return tidySetting(name, answer) || (fallback ?? '')
}
