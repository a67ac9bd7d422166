import type { TelegramAccount, BotFace, BotCommandFacts, MenuButton } from './snapshot.ts'

/** The audience of a list of commands: `default`, `all_private_chats`, `all_group_chats` or one chat. */
export type CommandScope =
  | { type: 'default' | 'all_private_chats' | 'all_group_chats' | 'all_chat_administrators' }
  | { type: 'chat'; chat_id: number }

/** A text per language; `''` is the one for every language without its own. */
type Localized<T> = Map<string, T>

export type BotText = 'name' | 'description' | 'shortDescription'

/** What BotFather and the profile methods set: texts, commands and the menu button. */
export type BotProfile = {
  text(kind: BotText, languageCode: string): string
  /** An empty text removes the language's text. */
  setText(kind: BotText, languageCode: string, text: string): void
  commands(scope: CommandScope, languageCode: string): BotCommandFacts[]
  setCommands(scope: CommandScope, languageCode: string, commands: BotCommandFacts[]): void
  /** `chatId` null stands for every chat without its own button. */
  menuButton(chatId: number | null): MenuButton
  setMenuButton(chatId: number | null, button: MenuButton): void
  /** The bot as this person sees it. */
  faceFor(account: TelegramAccount): BotFace
}

export function createBotProfile(initialName: string): BotProfile {
  const texts: Record<BotText, Localized<string>> = {
    name: new Map([['', initialName]]),
    description: new Map(),
    shortDescription: new Map(),
  }
  const commands = new Map<string, BotCommandFacts[]>()
  const menuButtons = new Map<number | null, MenuButton>()

  function commandsFor(scopes: readonly CommandScope[], languageCode: string): BotCommandFacts[] {
    const keys = scopes.flatMap((scope) => [getKey(scope, languageCode), getKey(scope, '')])
    return keys.map((key) => commands.get(key)).find((list) => list !== undefined) ?? []
  }

  const profile: BotProfile = {
    text: (kind, languageCode) => texts[kind].get(languageCode) ?? texts[kind].get('') ?? '',
    setText(kind, languageCode, text) {
      if (text === '') texts[kind].delete(languageCode)
      else texts[kind].set(languageCode, text)
    },
    commands: (scope, languageCode) => commands.get(getKey(scope, languageCode)) ?? [],
    setCommands(scope, languageCode, list) {
      if (list.length === 0) commands.delete(getKey(scope, languageCode))
      else commands.set(getKey(scope, languageCode), list)
    },
    menuButton: (chatId) =>
      menuButtons.get(chatId) ?? menuButtons.get(null) ?? { type: 'commands' },
    setMenuButton(chatId, button) {
      if (button.type === 'default') menuButtons.delete(chatId)
      else menuButtons.set(chatId, button)
    },
    faceFor: (account) => ({
      name: profile.text('name', account.languageCode),
      description: profile.text('description', account.languageCode),
      shortDescription: profile.text('shortDescription', account.languageCode),
      menuButton: profile.menuButton(account.id),
      privateCommands: commandsFor(
        [{ type: 'chat', chat_id: account.id }, { type: 'all_private_chats' }, { type: 'default' }],
        account.languageCode,
      ),
      groupCommands: commandsFor(
        [{ type: 'all_group_chats' }, { type: 'default' }],
        account.languageCode,
      ),
    }),
  }
  return profile
}

function getKey(scope: CommandScope, languageCode: string): string {
  return `${scope.type}:${'chat_id' in scope ? scope.chat_id : ''}:${languageCode}`
}
