import type { Api } from 'grammy'
import type { BotCommand, BotCommandScope, MenuButton } from 'grammy/types'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import { messagesIn } from './messages/messages-in.ts'
import { GROUP_COMMANDS, PRIVATE_COMMANDS } from './messages/messages.ts'

/** One thing that Telegram has otherwise than it should be. */
export type ProfileChange = {
  /** What `apply` changes, for the operator: `commands in groups (ru): add /connect`. */
  sentence: string
  apply(): Promise<unknown>
}

export type Profile = { appName: string; offersEvm: boolean; publicUrl: string }

type Locale = { language_code?: Exclude<Language, 'en'> }
type Target = { language: Language; locale: Locale }

/** The fallback language is Telegram's default too; the others get texts of their own. */
const [FALLBACK, ...TRANSLATIONS] = LANGUAGES
const TARGETS: readonly Target[] = [
  { language: FALLBACK, locale: {} },
  ...TRANSLATIONS.map((language) => ({ language, locale: { language_code: language } })),
]

/**
 * What has to change until descriptions, commands and menu button are as they should be. Reads
 * only: Telegram limits the writes hard, so nothing is written that is right already.
 */
export async function profileDifference(api: Api, profile: Profile): Promise<ProfileChange[]> {
  const changes: ProfileChange[] = []
  for (const target of TARGETS) {
    changes.push(
      ...(await descriptionDifference(api, profile, target)),
      ...(await shortDescriptionDifference(api, profile, target)),
      ...(await commandsDifference(api, 'all_private_chats', target)),
      ...(await commandsDifference(api, 'all_group_chats', target)),
    )
  }
  return [...changes, ...(await menuButtonDifference(api, profile))]
}

/**
 * The same for the bot's name. Only the owner can say that the bot shall be called as the app is.
 * A language whose name is that of the fallback follows it: of all writes Telegram limits this most.
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

async function descriptionDifference(
  api: Api,
  profile: Profile,
  { language, locale }: Target,
): Promise<ProfileChange[]> {
  const wanted = messagesIn(language).description(profile)
  const { description } = await api.getMyDescription(locale)
  if (description === wanted) return []
  return [
    {
      sentence: `description (${language}): ${textChange(description, wanted)}`,
      apply: () => api.setMyDescription(wanted, locale),
    },
  ]
}

async function shortDescriptionDifference(
  api: Api,
  profile: Profile,
  { language, locale }: Target,
): Promise<ProfileChange[]> {
  const wanted = messagesIn(language).shortDescription(profile)
  const { short_description: present } = await api.getMyShortDescription(locale)
  if (present === wanted) return []
  return [
    {
      sentence: `short description (${language}): ${textChange(present, wanted)}`,
      apply: () => api.setMyShortDescription(wanted, locale),
    },
  ]
}

function textChange(present: string, wanted: string): string {
  const [from, to] = [quoteStart(present), quoteStart(wanted)]
  return present === '' ? `set ${to}` : `${from} becomes ${to}`
}

/** Characters of a text that are shown: enough to know it again. */
const SHOWN_LENGTH = 40

function quoteStart(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= SHOWN_LENGTH ? `"${line}"` : `"${line.slice(0, SHOWN_LENGTH)}…"`
}

const SCOPE_NAMES = { all_private_chats: 'private chats', all_group_chats: 'groups' } as const

async function commandsDifference(
  api: Api,
  type: keyof typeof SCOPE_NAMES,
  { language, locale }: Target,
): Promise<ProfileChange[]> {
  const scope: BotCommandScope = { type }
  const names = type === 'all_private_chats' ? PRIVATE_COMMANDS : GROUP_COMMANDS
  const { commands: descriptions } = messagesIn(language)
  const wanted = names.map((command) => ({ command, description: descriptions[command] }))
  const present = await api.getMyCommands({ scope, ...locale })
  const difference = listDifference(present, wanted)
  if (difference === null) return []
  return [
    {
      sentence: `commands in ${SCOPE_NAMES[type]} (${language}): ${difference}`,
      apply: () => api.setMyCommands(wanted, { scope, ...locale }),
    },
  ]
}

/** Null when both lists are the same, in the same order. */
function listDifference(present: readonly BotCommand[], wanted: readonly BotCommand[]) {
  const before = descriptionsOf(present)
  const after = descriptionsOf(wanted)
  const parts = [
    part(
      'add',
      [...after.keys()].filter((command) => !before.has(command)),
    ),
    part(
      'remove',
      [...before.keys()].filter((command) => !after.has(command)),
    ),
    part(
      'describe anew',
      [...after.keys()].filter(
        (command) => before.has(command) && before.get(command) !== after.get(command),
      ),
    ),
  ].filter((text) => text !== null)
  if (parts.length > 0) return parts.join('; ')
  return present.every(({ command }, index) => command === wanted[index]?.command)
    ? null
    : 'reorder'
}

function descriptionsOf(commands: readonly BotCommand[]): Map<string, string> {
  return new Map(commands.map(({ command, description }) => [command, description]))
}

function part(verb: string, commands: string[]): string | null {
  return commands.length === 0 ? null : `${verb} ${commands.map((name) => `/${name}`).join(', ')}`
}

async function menuButtonDifference(
  api: Api,
  { appName, publicUrl }: Profile,
): Promise<ProfileChange[]> {
  const url = `${publicUrl}/`
  const present = await api.getChatMenuButton()
  if (opens(present, { text: appName, url })) return []
  return [
    {
      sentence: `menu button: "${appName}" opens ${url}`,
      apply: () =>
        api.setChatMenuButton({
          menu_button: { type: 'web_app', text: appName, web_app: { url } },
        }),
    },
  ]
}

function opens(button: MenuButton, wanted: { text: string; url: string }): boolean {
  return (
    button.type === 'web_app' && button.text === wanted.text && button.web_app.url === wanted.url
  )
}
