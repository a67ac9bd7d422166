import * as v from 'valibot'
import type { BotProfile, BotText, CommandScope } from '../bot-profile.ts'
import { CommandSchema, MenuButtonSchema } from '../snapshot.ts'
import type { TelegramWorld } from '../world.ts'
import {
  badRequest,
  botMethod,
  ChatIdSchema,
  LanguageCodeSchema,
  structure,
  succeed,
} from './bot-method.ts'
import type { BotMethod } from './bot-method.ts'
import { isAppUrl } from './inline-keyboard.ts'

const COMMANDS_MAX = 100
const NAME_MAX_LENGTH = 64
const DESCRIPTION_MAX_LENGTH = 512
const SHORT_DESCRIPTION_MAX_LENGTH = 120

const ScopeSchema = v.optional(
  structure(
    v.variant(
      'type',
      [
        v.object({
          type: v.picklist([
            'default',
            'all_private_chats',
            'all_group_chats',
            'all_chat_administrators',
          ]),
        }),
        v.object({ type: v.literal('chat'), chat_id: ChatIdSchema }),
      ],
      "can't parse BotCommandScope: Unsupported type specified",
    ),
  ),
  { type: 'default' },
)
const CommandsOfSchema = v.object({ scope: ScopeSchema, language_code: LanguageCodeSchema })
const SetCommandsSchema = v.object({
  ...CommandsOfSchema.entries,
  commands: structure(
    v.pipe(
      v.array(CommandSchema, "can't parse commands"),
      v.maxLength(COMMANDS_MAX, 'BOT_COMMANDS_TOO_MUCH'),
    ),
  ),
})
const MenuButtonOfSchema = v.object({ chat_id: v.optional(ChatIdSchema) })
const SetMenuButtonSchema = v.object({
  ...MenuButtonOfSchema.entries,
  menu_button: v.optional(structure(MenuButtonSchema), { type: 'default' }),
})

export function profileMethods(world: TelegramWorld): Record<string, BotMethod> {
  return {
    ...textMethods(world, {
      kind: 'name',
      suffix: 'MyName',
      field: 'name',
      maxLength: NAME_MAX_LENGTH,
    }),
    ...textMethods(world, {
      kind: 'description',
      suffix: 'MyDescription',
      field: 'description',
      maxLength: DESCRIPTION_MAX_LENGTH,
    }),
    ...textMethods(world, {
      kind: 'shortDescription',
      suffix: 'MyShortDescription',
      field: 'short_description',
      maxLength: SHORT_DESCRIPTION_MAX_LENGTH,
    }),
    ...commandMethods(world),
    ...menuButtonMethods(world),
  }
}

/** The pair of methods that set and get one text of the profile. */
function textMethods(
  world: TelegramWorld,
  text: { kind: BotText; suffix: string; field: string; maxLength: number },
): Record<string, BotMethod> {
  const schema = v.objectWithRest(
    { language_code: LanguageCodeSchema },
    v.pipe(v.string(), v.maxLength(text.maxLength, `${text.field} is too long`)),
  )
  return {
    [`set${text.suffix}`]: botMethod(schema, ({ language_code, ...fields }) => {
      world.profile.setText(text.kind, language_code, fields[text.field] ?? '')
      world.changed()
      return succeed(true)
    }),
    [`get${text.suffix}`]: botMethod(
      v.object({ language_code: LanguageCodeSchema }),
      ({ language_code }) =>
        succeed({ [text.field]: world.profile.text(text.kind, language_code) }),
    ),
  }
}

function commandMethods(world: TelegramWorld): Record<string, BotMethod> {
  const set = (scope: CommandScope, languageCode: string, commands: CommandList) => {
    world.profile.setCommands(scope, languageCode, commands)
    world.changed()
    return succeed(true)
  }
  return {
    setMyCommands: botMethod(SetCommandsSchema, ({ scope, language_code, commands }) =>
      set(scope, language_code, commands),
    ),
    deleteMyCommands: botMethod(CommandsOfSchema, ({ scope, language_code }) =>
      set(scope, language_code, []),
    ),
    getMyCommands: botMethod(CommandsOfSchema, ({ scope, language_code }) =>
      succeed(world.profile.commands(scope, language_code)),
    ),
  }
}

type CommandList = Parameters<BotProfile['setCommands']>[2]

function menuButtonMethods(world: TelegramWorld): Record<string, BotMethod> {
  return {
    setChatMenuButton: botMethod(SetMenuButtonSchema, ({ chat_id, menu_button }) => {
      if (menu_button.type === 'web_app' && !isAppUrl(menu_button.web_app.url)) {
        return badRequest(
          `menu button Web App URL '${menu_button.web_app.url}' is invalid: Only HTTPS links are allowed`,
        )
      }
      world.profile.setMenuButton(chat_id ?? null, menu_button)
      world.changed()
      return succeed(true)
    }),
    getChatMenuButton: botMethod(MenuButtonOfSchema, ({ chat_id }) =>
      succeed(world.profile.menuButton(chat_id ?? null)),
    ),
  }
}
