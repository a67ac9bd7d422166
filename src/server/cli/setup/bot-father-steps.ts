import type { UserFromGetMe } from 'grammy/types'
import type { Config } from '#server/config.ts'

/** Something that only the owner can do, in a chat with BotFather. */
export type BotFatherStep = {
  title: string
  /** Whether Telegram says that it is done; null when it does not say. */
  isDone: boolean | null
  /** What to send or press, one after the other. */
  words: string[]
}

type About = Pick<Config, 'appShortName' | 'publicUrl'>

export function botFatherSteps(bot: UserFromGetMe, about: About): BotFatherStep[] {
  const name = `@${bot.username}`
  return [
    miniAppStep(bot, about),
    {
      title: 'Privacy policy in the profile of the bot',
      isDone: null,
      words: ['/mybots', name, 'Edit Bot', 'Edit Privacy Policy', `${about.publicUrl}/privacy`],
    },
    {
      title: 'The bot may be added to groups',
      isDone: bot.can_join_groups,
      words: ['/setjoingroups', name, 'Enable'],
    },
    {
      title: 'Group privacy stays on: the bot reads commands in groups, and nothing else',
      isDone: !bot.can_read_all_group_messages,
      words: ['/setprivacy', name, 'Enable'],
    },
    {
      title: `Inline mode: members who write @${bot.username} in any chat send requests and cards`,
      isDone: bot.supports_inline_queries,
      words: ['/setinline', name, 'Ask for a wallet, or show yours…'],
    },
    {
      title: 'Inline feedback: requests that were sent so count their answers',
      isDone: null,
      words: ['/setinlinefeedback', name, 'Enabled'],
    },
    {
      title: 'Optional: a picture',
      isDone: null,
      words: ['/setuserpic', name, 'the picture, as a photo'],
    },
  ]
}

function miniAppStep(bot: UserFromGetMe, { appShortName, publicUrl }: About): BotFatherStep {
  const name = `@${bot.username}`
  if (appShortName === null) {
    return {
      title: `Mini App of the bot, so that t.me/${bot.username}?startapp opens it`,
      isDone: bot.has_main_web_app,
      words: [
        '/mybots',
        name,
        'Bot Settings',
        'Configure Mini App',
        'Enable Mini App',
        `${publicUrl}/`,
      ],
    }
  }
  return {
    title: `Mini App, so that t.me/${bot.username}/${appShortName} opens it`,
    isDone: null,
    words: ['/newapp', name, '(title, description and picture)', `${publicUrl}/`, appShortName],
  }
}

/** Lines for the terminal; the words of a step that is done are left out. */
export function printSteps(steps: BotFatherStep[]): string[] {
  return steps.flatMap(({ title, isDone, words }) => [
    `  [${isDone === true ? 'x' : ' '}] ${title}`,
    ...(isDone === true ? [] : words.map((word) => `        ${word}`)),
  ])
}
