import type { ChatMessage } from '#demo/telegram/snapshot.ts'
import type { DemoStage } from './demo-stage.ts'

/** The latest message of the bot, or through it, in a chat. */
export function latest({ demo }: DemoStage, chatId: number): ChatMessage | undefined {
  return demo.world
    .messages(chatId)
    .findLast(({ senderId, isViaBot }) => senderId === demo.world.botId || isViaBot)
}

/** Presses the button of the latest message in view. */
export async function pressLatest({ messenger }: DemoStage): Promise<void> {
  await messenger.getByTestId('inline-button').last().click()
}

/** The chat between two people. */
export function directChat({ demo }: DemoStage, one: number, other: number): number {
  const chat = demo.world
    .snapshot()
    .chats.find(
      ({ kind, members }) => kind === 'direct' && members.includes(one) && members.includes(other),
    )
  if (chat === undefined) throw new Error('no chat between the two')
  return chat.id
}
