import type { Api } from 'grammy'
import type { BotCommand, BotCommandScope, MenuButton } from 'grammy/types'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import { messagesIn } from './messages/messages-in.ts'
import { GROUP_COMMANDS, PRIVATE_COMMANDS } from './messages/messages.ts'

/** One difference between the profile at Telegram and the wanted one. */
export type ProfileChange = {
  /** Describes for the operator what `apply` changes: `commands in groups (ru): add /connect`. */
  sentence: string
  apply(): Promise<unknown>
}

export type Profile = { appName: string; offersEvm: boolean; publicUrl: string }

type Locale = { language_code?: Exclude<Language, 'en'> }
type ProfileTarget = { language: Language; locale: Locale }

/** The fallback language is Telegram's default too; the others get texts of their own. */
const [FALLBACK, ...TRANSLATIONS] = LANGUAGES
const TARGETS: readonly ProfileTarget[] = [
  { language: FALLBACK, locale: {} },
  ...TRANSLATIONS.map((language) => ({ language, locale: { language_code: language } })),
]

/** One part of the profile in one language. Telegram limits writes strictly, so a part that is right is not written. */
export type ProfileField = {
  /** `description (ru)` */
  name: string
  /** The value at Telegram, as text; empty where none is set. */
  present: string
  wanted: string
  /** Describes what `apply` changes. */
  describe: () => string
  apply: () => Promise<unknown>
}

/** Descriptions, commands and menu button, as they are and as they should be. Reads only. */
export async function profileFields(api: Api, profile: Profile): Promise<ProfileField[]> {
  const fields: ProfileField[] = []
  for (const target of TARGETS) {
    fields.push(
      await descriptionField(api, profile, target),
      await shortDescriptionField(api, profile, target),
      await commandsField(api, 'all_private_chats', target),
      await commandsField(api, 'all_group_chats', target),
    )
  }
  return [...fields, await menuButtonField(api, profile)]
}

/** The changes that make the profile as it should be. */
export async function profileDifference(api: Api, profile: Profile): Promise<ProfileChange[]> {
  const fields = await profileFields(api, profile)
  return fields
    .filter(({ present, wanted }) => present !== wanted)
    .map(({ describe, apply }) => ({ sentence: describe(), apply }))
}

/**
 * The same for the bot's name. Only the operator can decide that the bot has the app's name. A language without a name
 * of its own uses the fallback's; Telegram limits this write the most.
 */
export async function nameDifference(api: Api, name: string): Promise<ProfileChange[]> {
  const changes: ProfileChange[] = []
  const { name: common } = await api.getMyName()
  for (const { language, locale } of TARGETS) {
    const present = language === FALLBACK ? common : (await api.getMyName(locale)).name
    const follows = language !== FALLBACK && present === common
    if (present === name || follows) continue
    changes.push({
      sentence: `name (${language}): "${present}" becomes "${name}"`,
      apply: () => api.setMyName(name, locale),
    })
  }
  return changes
}

async function descriptionField(
  api: Api,
  profile: Profile,
  { language, locale }: ProfileTarget,
): Promise<ProfileField> {
  const name = `description (${language})`
  const wanted = messagesIn(language).description(profile)
  const { description: present } = await api.getMyDescription(locale)
  return textField({ name, present, wanted, apply: () => api.setMyDescription(wanted, locale) })
}

async function shortDescriptionField(
  api: Api,
  profile: Profile,
  { language, locale }: ProfileTarget,
): Promise<ProfileField> {
  const name = `short description (${language})`
  const wanted = messagesIn(language).shortDescription(profile)
  const { short_description: present } = await api.getMyShortDescription(locale)
  const apply = () => api.setMyShortDescription(wanted, locale)
  return textField({ name, present, wanted, apply })
}

function textField(field: Omit<ProfileField, 'describe'>): ProfileField {
  const [from, to] = [quoteStart(field.present), quoteStart(field.wanted)]
  const change = field.present === '' ? `set ${to}` : `${from} becomes ${to}`
  return { ...field, describe: () => `${field.name}: ${change}` }
}

/** How many characters of a text are shown: enough to recognize it. */
const SHOWN_LENGTH = 40

function quoteStart(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= SHOWN_LENGTH ? `"${line}"` : `"${line.slice(0, SHOWN_LENGTH)}…"`
}

const SCOPE_NAMES = { all_private_chats: 'private chats', all_group_chats: 'groups' } as const

async function commandsField(
  api: Api,
  type: keyof typeof SCOPE_NAMES,
  { language, locale }: ProfileTarget,
): Promise<ProfileField> {
  const scope: BotCommandScope = { type }
  const names = type === 'all_private_chats' ? PRIVATE_COMMANDS : GROUP_COMMANDS
  const { commands: descriptions } = messagesIn(language)
  const wanted = names.map((command) => ({ command, description: descriptions[command] }))
  const present = await api.getMyCommands({ scope, ...locale })
  const name = `commands in ${SCOPE_NAMES[type]} (${language})`
  return {
    name,
    present: listText(present),
    wanted: listText(wanted),
    describe: () => `${name}: ${listDifference(present, wanted)}`,
    apply: () => api.setMyCommands(wanted, { scope, ...locale }),
  }
}

function listText(commands: readonly BotCommand[]): string {
  return commands.map(({ command, description }) => `/${command} ${description}`).join('\n')
}

/** The difference between two lists. */
function listDifference(present: readonly BotCommand[], wanted: readonly BotCommand[]): string {
  const before = getDescriptions(present)
  const after = getDescriptions(wanted)
  const known = [...after.keys()].filter((command) => before.has(command))
  const changes = {
    add: [...after.keys()].filter((command) => !before.has(command)),
    remove: [...before.keys()].filter((command) => !after.has(command)),
    'describe anew': known.filter((command) => before.get(command) !== after.get(command)),
  }
  const parts = Object.entries(changes)
    .filter(([, commands]) => commands.length > 0)
    .map(([verb, commands]) => `${verb} ${commands.map((name) => `/${name}`).join(', ')}`)
  return parts.length > 0 ? parts.join('; ') : 'reorder'
}

function getDescriptions(commands: readonly BotCommand[]): Map<string, string> {
  return new Map(commands.map(({ command, description }) => [command, description]))
}

async function menuButtonField(api: Api, { appName, publicUrl }: Profile): Promise<ProfileField> {
  const url = `${publicUrl}/`
  return {
    name: 'menu button',
    present: buttonText(await api.getChatMenuButton()),
    wanted: `${appName} ${url}`,
    describe: () => `menu button: "${appName}" opens ${url}`,
    apply: () =>
      api.setChatMenuButton({
        menu_button: { type: 'web_app', text: appName, web_app: { url } },
      }),
  }
}

/** Empty where the button opens no app, because then it is Telegram's own. */
function buttonText(button: MenuButton): string {
  return button.type === 'web_app' ? `${button.text} ${button.web_app.url}` : ''
}
