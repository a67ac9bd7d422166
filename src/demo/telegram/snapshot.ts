import * as v from 'valibot'

const ButtonFace = {
  text: v.pipe(v.string(), v.minLength(1, 'Text buttons are unallowed in the inline keyboard')),
  style: v.exactOptional(v.picklist(['danger', 'success', 'primary'])),
}

/** Most bytes that Telegram carries in a callback button. */
const CALLBACK_DATA_MAX_BYTES = 64

const CallbackDataSchema = v.pipe(
  v.string(),
  v.minBytes(1, 'BUTTON_DATA_INVALID'),
  v.maxBytes(CALLBACK_DATA_MAX_BYTES, 'BUTTON_DATA_INVALID'),
)

/** One button under a message, as the Bot API writes it. */
const InlineButtonSchema = v.union([
  v.object({ ...ButtonFace, url: v.string() }),
  v.object({ ...ButtonFace, web_app: v.object({ url: v.string() }) }),
  v.object({ ...ButtonFace, callback_data: CallbackDataSchema }),
  v.object({ ...ButtonFace, switch_inline_query: v.string() }),
  v.object({ ...ButtonFace, switch_inline_query_current_chat: v.string() }),
])
export type InlineButton = v.InferOutput<typeof InlineButtonSchema>

export const InlineKeyboardSchema = v.array(v.array(InlineButtonSchema))
export type InlineKeyboard = v.InferOutput<typeof InlineKeyboardSchema>

/** Formatting of a part of a text; offset and length count UTF-16 units. */
export const EntitySchema = v.variant('type', [
  v.object({
    type: v.picklist([
      'bold',
      'italic',
      'underline',
      'strikethrough',
      'spoiler',
      'code',
      'pre',
      'blockquote',
      'bot_command',
      'url',
    ]),
    offset: v.number(),
    length: v.number(),
  }),
  v.object({
    type: v.literal('text_link'),
    offset: v.number(),
    length: v.number(),
    url: v.string(),
  }),
])
export type Entity = v.InferOutput<typeof EntitySchema>

/** A file as a person can save it. */
const FileSchema = v.object({
  name: v.string(),
  type: v.string(),
  /** In bytes. */
  size: v.number(),
  base64: v.string(),
})
export type ChatFile = v.InferOutput<typeof FileSchema>

const MessageSchema = v.object({
  id: v.number(),
  chatId: v.number(),
  /** Topic of a forum; null in its general topic, and in every other chat. */
  threadId: v.nullable(v.number()),
  /** Id of the bot or of an account; null for a notice of the messenger itself. */
  senderId: v.nullable(v.number()),
  /** Unix time, s. */
  date: v.number(),
  /** Unix time of the last edit, s. */
  editDate: v.nullable(v.number()),
  /** The caption, where there is a file. */
  text: v.string(),
  entities: v.array(EntitySchema),
  /** Null for a message without one. */
  file: v.nullable(FileSchema),
  keyboard: InlineKeyboardSchema,
  /** Whether it was made by the bot and sent by a person: by inline mode, or from the Mini App. */
  isViaBot: v.boolean(),
  /** Name of the first author; null for a message that is not forwarded. */
  forwardedFrom: v.nullable(v.string()),
})
export type ChatMessage = v.InferOutput<typeof MessageSchema>

export const CommandSchema = v.object({
  command: v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,32}$/, 'BOT_COMMAND_INVALID')),
  description: v.pipe(
    v.string(),
    v.minLength(1, 'BOT_COMMAND_DESCRIPTION_INVALID'),
    v.maxLength(256, 'BOT_COMMAND_DESCRIPTION_INVALID'),
  ),
})
export type BotCommandFacts = v.InferOutput<typeof CommandSchema>

/** The button beside the message input, as the Bot API writes it. */
export const MenuButtonSchema = v.variant('type', [
  v.object({ type: v.literal('default') }),
  v.object({ type: v.literal('commands') }),
  v.object({
    type: v.literal('web_app'),
    text: v.string(),
    web_app: v.object({ url: v.string() }),
  }),
])
export type MenuButton = v.InferOutput<typeof MenuButtonSchema>

/** Whether the bot may write to a person: not yet, after /start or write access, or no longer. */
const ContactSchema = v.picklist(['none', 'allowed', 'blocked'])
export type Contact = v.InferOutput<typeof ContactSchema>

const AccountSchema = v.object({
  id: v.number(),
  firstName: v.string(),
  lastName: v.nullable(v.string()),
  username: v.nullable(v.string()),
  languageCode: v.string(),
  contact: ContactSchema,
})
export type TelegramAccount = v.InferOutput<typeof AccountSchema>

/** The bot as one account sees it: texts in its language, commands of its chats. */
const BotFaceSchema = v.object({
  name: v.string(),
  description: v.string(),
  shortDescription: v.string(),
  menuButton: MenuButtonSchema,
  privateCommands: v.array(CommandSchema),
  groupCommands: v.array(CommandSchema),
})
export type BotFace = v.InferOutput<typeof BotFaceSchema>

/** A chat besides those with the bot. */
const ChatSchema = v.object({
  id: v.number(),
  /** `direct`: two people write to each other there. */
  kind: v.picklist(['direct', 'group', 'supergroup']),
  /** Empty for a direct chat: each of the two sees the other's name. */
  title: v.string(),
  /** Accounts that are in it, the creator first. */
  members: v.array(v.number()),
  /** Accounts that administrate it, the creator among them; empty for a direct chat. */
  administrators: v.array(v.number()),
  /** What the bot is there. */
  bot: v.picklist(['absent', 'member', 'administrator']),
  /** Topics besides the general one; none where the chat is no forum. */
  topics: v.array(v.object({ id: v.number(), name: v.string() })),
  /** Under which a supergroup was a basic group: its messages of then stand there. Null for all others. */
  formerId: v.nullable(v.number()),
  /** Whether people must ask to join: they see it in their list of chats. */
  isByRequest: v.boolean(),
  /** Whether the bot is its guard: Telegram asks it about each request to join. */
  isGuarded: v.boolean(),
  /** Rights of the bot while it is an administrator. */
  botRights: v.object({ canInviteUsers: v.boolean(), canManageTags: v.boolean() }),
  tags: v.array(v.object({ accountId: v.number(), text: v.string() })),
})
export type WorldChat = v.InferOutput<typeof ChatSchema>

/** A request to join that nobody has decided. */
const JoinSchema = v.object({
  chatId: v.number(),
  accountId: v.number(),
  /** Unix time, ms. */
  askedAt: v.number(),
  /** `asked`: the guard is asked · `shown`: it shows a Mini App first · `queued`: administrators decide. */
  state: v.picklist(['asked', 'shown', 'queued']),
  /** Of the query that the guard may answer; null once it may not. */
  queryId: v.nullable(v.string()),
  /** What the guard shows to the person; null for nothing. */
  webAppUrl: v.nullable(v.string()),
})
export type WorldJoin = v.InferOutput<typeof JoinSchema>

/** The whole world as the page draws it. A private chat with the bot has the account's id. */
export const SnapshotSchema = v.object({
  bot: v.object({
    id: v.number(),
    username: v.string(),
    appShortName: v.nullable(v.string()),
    /** What stands in the input after the bot's name in inline mode. */
    inlinePlaceholder: v.string(),
  }),
  accounts: v.array(v.object({ ...AccountSchema.entries, bot: BotFaceSchema })),
  chats: v.array(ChatSchema),
  messages: v.array(MessageSchema),
  joins: v.array(JoinSchema),
})
export type WorldSnapshot = v.InferOutput<typeof SnapshotSchema>
