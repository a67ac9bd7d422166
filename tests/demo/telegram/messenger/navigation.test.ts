import { expect, test } from 'vitest'
import { ADA, ILYA, NEGAR, WEEKEND } from '#demo/telegram/people.ts'
import type { WorldChat } from '#demo/telegram/snapshot.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { chatEntries, messagesIn } from '#demo/telegram/messenger/store/chats.ts'
import { directChat, GROUP } from '../demo-world.ts'
import { openPage, placeIn } from './open-page.ts'
import type { OpenedMessengerPage } from './open-page.ts'

function getTitles({ messenger, world }: OpenedMessengerPage): string[] {
  const person = messenger.person.get()
  return person === null ? [] : chatEntries(world.snapshot(), person).map(({ title }) => title)
}

function chatNamed(world: TelegramWorld, name: string): WorldChat {
  const chat = world.snapshot().chats.find(({ title }) => title === name)
  if (chat === undefined) throw new Error(`no chat ${name}`)
  return chat
}

test('the messenger shows a person their chats, with the other’s name over a chat of two', () => {
  const ada = openPage(ADA)
  expect(getTitles(ada)).toEqual([
    'clasp_demo_bot',
    'Harbour Makers',
    'Harbour Council',
    'Илья Воронов',
    'نگار',
  ])
  const ilya = openPage(ILYA)
  expect(getTitles(ilya)).toEqual([
    'clasp_demo_bot',
    'Harbour Makers',
    'Weekend Sailors',
    'Ada Fisher',
    'نگار',
  ])
})

test('the messenger lists the chat with the latest message first', async () => {
  const page = openPage(ADA)
  page.messenger.openChat(directChat(page.world, ADA, NEGAR))
  await page.messenger.sendText('hello')
  expect(getTitles(page)[0]).toBe('نگار')
})

test('the messenger sends a text into the topic in view', async () => {
  const { messenger, world } = openPage(ADA)
  messenger.openChat(GROUP)
  messenger.openTopic(4)
  await messenger.sendText('in the treasury')
  messenger.openTopic(null)
  await messenger.sendText('in the general topic')
  expect(world.messages(GROUP).map(({ threadId, text }) => [threadId, text])).toEqual([
    [4, 'in the treasury'],
    [null, 'in the general topic'],
  ])
})

test('the messenger keeps the chat open for another person who is a member of it, and shows others the list', () => {
  const { messenger } = openPage(ILYA)
  messenger.openChat(GROUP)
  messenger.switchPerson(NEGAR)
  expect(messenger.view.get()).toEqual(placeIn(GROUP))
  messenger.openChat(WEEKEND.id)
  messenger.input.set('half a thought')
  messenger.switchPerson(ADA)
  expect([messenger.view.get(), messenger.input.get()]).toEqual([{ kind: 'chats' }, ''])
})

test('the messenger does not open a chat for a person who is not a member', () => {
  const { messenger } = openPage(ADA)
  messenger.openChat(WEEKEND.id)
  expect(messenger.view.get()).toEqual({ kind: 'chats' })
})

test('the messenger keeps a group that becomes a supergroup in view under its new id, with its messages', async () => {
  const { messenger, world } = openPage(ILYA)
  messenger.openChat(WEEKEND.id)
  await messenger.sendText('before')
  await messenger.migrate()
  await messenger.sendText('after')
  const successor = chatNamed(world, WEEKEND.title)
  expect(successor).toMatchObject({ kind: 'supergroup', formerId: WEEKEND.id })
  expect(successor.id).not.toBe(WEEKEND.id)
  expect(messenger.view.get()).toEqual(placeIn(successor.id))
  const written = messagesIn(world.snapshot(), successor).filter(
    ({ senderId }) => senderId !== null,
  )
  expect(written.map(({ text }) => text)).toEqual(['before', 'after'])
})

test('the messenger shows the list of chats to a person who is removed from the chat in view', () => {
  const { messenger, world } = openPage(NEGAR)
  messenger.openChat(GROUP)
  world.setRole({ accountId: NEGAR, chatId: GROUP, role: 'kicked' })
  expect(messenger.view.get()).toEqual({ kind: 'chats' })
})

test('the messenger lets an administrator add the bot, promote it and remove it', async () => {
  const { messenger, world } = openPage(ILYA)
  messenger.openChat(WEEKEND.id)
  const role = () => world.chats.find(WEEKEND.id)?.bot
  for (const wanted of ['member', 'administrator', 'absent'] as const) {
    await messenger.setBotRole(wanted)
    expect(role()).toBe(wanted)
  }
})
