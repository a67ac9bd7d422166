import type { UserFromGetMe } from 'grammy/types'
import type { Config } from '#server/config/config.ts'

/** A step that only the operator can do, in a chat with BotFather. */
export type BotFatherStep = {
  title: string
  /** Whether Telegram reports that it is done; null when it does not report it. */
  isDone: boolean | null
  /** The texts to send and buttons to press, in order. */
  lines: string[]
}

type BotFacts = Pick<Config, 'appShortName' | 'publicUrl'>

export function botFatherSteps(bot: UserFromGetMe, about: BotFacts): BotFatherStep[] {
  const name = `@${bot.username}`
  return [
    miniAppStep(bot, about),
    {
      title: 'Privacy policy in the profile of the bot',
      isDone: null,
      lines: ['/mybots', name, 'Edit Bot', 'Edit Privacy Policy', `${about.publicUrl}/privacy`],
    },
    {
      title: 'The bot may be added to groups',
      isDone: bot.can_join_groups,
      lines: ['/setjoingroups', name, 'Enable'],
    },
    {
      title: 'Group privacy stays on: the bot reads commands in groups, and nothing else',
      isDone: !bot.can_read_all_group_messages,
      lines: ['/setprivacy', name, 'Enable'],
    },
    {
      title: `Inline mode: members who write @${bot.username} in any chat send requests and cards`,
      isDone: bot.supports_inline_queries,
      lines: ['/setinline', name, 'Ask for a wallet, or show yours…'],
    },
    {
      title: 'Inline feedback: requests that were sent so count their answers',
      isDone: null,
      lines: ['/setinlinefeedback', name, 'Enabled'],
    },
    {
      title: 'Optional: a picture',
      isDone: null,
      lines: ['/setuserpic', name, 'the picture, as a photo'],
    },
  ]
}

function miniAppStep(bot: UserFromGetMe, { appShortName, publicUrl }: BotFacts): BotFatherStep {
  const name = `@${bot.username}`
  if (appShortName === null) {
    return {
      title: `Mini App of the bot, so that t.me/${bot.username}?startapp opens it`,
      isDone: bot.has_main_web_app,
      lines: [
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
    lines: ['/newapp', name, '(title, description and picture)', `${publicUrl}/`, appShortName],
  }
}

/** Lines for the terminal; the instructions of a finished step are left out. */
export function printSteps(steps: BotFatherStep[]): string[] {
  return steps.flatMap(({ title, isDone, lines }) => [
    `  [${isDone === true ? 'x' : ' '}] ${title}`,
    ...(isDone === true ? [] : lines.map((word) => `        ${word}`)),
  ])
}
