import type { Message, Update } from 'grammy/types'
import { type BotStage, GROUP_ID, PUBLIC_URL, WEBHOOK } from './bot-harness.ts'

/** A message in a group as Telegram hands it to the bot, with what the simulated accounts cannot do. */
export function pushGroupText(
  { world, clock }: BotStage,
  {
    accountId,
    text,
    ...rest
  }: { accountId: number; text: string } & Partial<Message & Update.NonChannel>,
): void {
  const account = world.account(accountId)
  if (account === undefined) throw new Error('nobody there')
  const [command = ''] = text.split(' ')
  world.updates.push({
    message: {
      message_id: 90_000,
      date: Math.floor(clock.now / 1_000),
      chat: world.wire.groupChat(GROUP_ID),
      from: world.wire.user(account),
      text,
      entities: [{ type: 'bot_command', offset: 0, length: command.length }],
      ...rest,
    },
  })
}

/** An update that Telegram posts to the webhook of {@link WEBHOOK}. */
export function postUpdate(
  body: unknown,
  secret: string | null = WEBHOOK.TELEGRAM_WEBHOOK_SECRET,
): Request {
  const headers = new Headers({ 'content-type': 'application/json' })
  if (secret !== null) headers.set('x-telegram-bot-api-secret-token', secret)
  return new Request(`${PUBLIC_URL}/telegram/webhook`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
