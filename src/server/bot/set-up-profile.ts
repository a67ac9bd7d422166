import type { Api } from 'grammy'
import type { BotCommand, BotCommandScope, MenuButton } from 'grammy/types'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import { messagesIn } from './messages/messages-in.ts'
import { GROUP_COMMANDS, PRIVATE_COMMANDS } from './messages/messages.ts'

type Profile = { appName: string; publicUrl: string }

/** The fallback language is Telegram's default too; the others get texts of their own. */
const [FALLBACK, ...TRANSLATIONS] = LANGUAGES

/**
 * Commands, descriptions and menu button as they should be. Reads first and writes only what
 * differs: Telegram limits these writes hard, and a restart should cost none.
 */
export async function setUpProfile(api: Api, profile: Profile): Promise<void> {
  await setUpLanguage(api, profile, { language: FALLBACK, locale: {} })
  for (const language of TRANSLATIONS) {
    await setUpLanguage(api, profile, { language, locale: { language_code: language } })
  }
  await setUpMenuButton(api, profile)
}

type Target = { language: Language; locale: { language_code?: Exclude<Language, 'en'> } }

async function setUpLanguage(api: Api, profile: Profile, target: Target): Promise<void> {
  const { locale } = target
  const messages = messagesIn(target.language)
  const description = messages.description(profile.appName)
  const shortDescription = messages.shortDescription(profile.appName)

  const present = await api.getMyDescription(locale)
  if (present.description !== description) await api.setMyDescription(description, locale)

  const presentShort = await api.getMyShortDescription(locale)
  if (presentShort.short_description !== shortDescription) {
    await api.setMyShortDescription(shortDescription, locale)
  }
  await setUpCommands(api, 'all_private_chats', target)
  await setUpCommands(api, 'all_group_chats', target)
}

async function setUpCommands(
  api: Api,
  type: 'all_private_chats' | 'all_group_chats',
  { language, locale }: Target,
): Promise<void> {
  const scope: BotCommandScope = { type }
  const names = type === 'all_private_chats' ? PRIVATE_COMMANDS : GROUP_COMMANDS
  const { commands: descriptions } = messagesIn(language)
  const wanted = names.map((command) => ({ command, description: descriptions[command] }))
  const present = await api.getMyCommands({ scope, ...locale })
  if (!areSame(present, wanted)) await api.setMyCommands(wanted, { scope, ...locale })
}

function areSame(present: readonly BotCommand[], wanted: readonly BotCommand[]): boolean {
  return (
    present.length === wanted.length &&
    wanted.every(
      ({ command, description }, index) =>
        present[index]?.command === command && present[index].description === description,
    )
  )
}

async function setUpMenuButton(api: Api, { appName, publicUrl }: Profile): Promise<void> {
  const url = `${publicUrl}/`
  const present = await api.getChatMenuButton()
  if (opens(present, { text: appName, url })) return
  await api.setChatMenuButton({
    menu_button: { type: 'web_app', text: appName, web_app: { url } },
  })
}

function opens(button: MenuButton, wanted: { text: string; url: string }): boolean {
  return (
    button.type === 'web_app' && button.text === wanted.text && button.web_app.url === wanted.url
  )
}
