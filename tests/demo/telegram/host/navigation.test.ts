import { expect, test } from 'vitest'
import { WEEKEND } from '#demo/telegram/people.ts'
import type { WorldChat } from '#demo/telegram/snapshot.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { chatEntries, messagesIn } from '#demo/telegram/host/store/chats.ts'
import { ADA, GROUP, NEGAR } from '../demo-world.ts'
import { directChat, openPage, placeIn, ILYA } from './open-page.ts'
import type { OpenedHostPage } from './open-page.ts'

function getTitles({ host, world }: OpenedHostPage): string[] {
  const person = host.person.get()
  return person === null ? [] : chatEntries(world.snapshot(), person).map(({ title }) => title)
}

function chatNamed(world: TelegramWorld, name: string): WorldChat {
  const chat = world.snapshot().chats.find(({ title }) => title === name)
  if (chat === undefined) throw new Error(`no chat ${name}`)
  return chat
}

test('a person sees the chats of which they are a member, the other’s name over a chat of two', () => {
  const ada = openPage(ADA)
  expect(getTitles(ada)).toEqual(['clasp_demo_bot', 'Harbour Makers', 'Илья Воронов', 'نگار'])
  const ilya = openPage(ILYA)
  expect(getTitles(ilya)).toEqual([
    'clasp_demo_bot',
    'Harbour Makers',
    'Weekend Sailors',
    'Ada Fisher',
    'نگار',
  ])
})

test('the chat with the latest message comes first', async () => {
  const page = openPage(ADA)
  page.host.openChat(directChat(page.world, ADA, NEGAR))
  await page.host.sendText('hello')
  expect(getTitles(page)[0]).toBe('نگار')
})

test('what is written goes into the topic in view', async () => {
  const { host, world } = openPage(ADA)
  host.openChat(GROUP)
  host.openTopic(4)
  await host.sendText('in the treasury')
  host.openTopic(null)
  await host.sendText('in the general topic')
  expect(world.messages(GROUP).map(({ threadId, text }) => [threadId, text])).toEqual([
    [4, 'in the treasury'],
    [null, 'in the general topic'],
  ])
})

test('another person stays in the chat as a member of it, and else is shown the list', () => {
  const { host } = openPage(ILYA)
  host.openChat(GROUP)
  host.switchPerson(NEGAR)
  expect(host.view.get()).toEqual(placeIn(GROUP))
  host.openChat(WEEKEND.id)
  host.input.set('half a thought')
  host.switchPerson(ADA)
  expect([host.view.get(), host.input.get()]).toEqual([{ kind: 'chats' }, ''])
})

test('a chat that one is no member of does not open', () => {
  const { host } = openPage(ADA)
  host.openChat(WEEKEND.id)
  expect(host.view.get()).toEqual({ kind: 'chats' })
})

test('a group that becomes a supergroup stays in view under its new id, with what was written before', async () => {
  const { host, world } = openPage(ILYA)
  host.openChat(WEEKEND.id)
  await host.sendText('before')
  await host.migrate()
  await host.sendText('after')
  const successor = chatNamed(world, WEEKEND.title)
  expect(successor).toMatchObject({ kind: 'supergroup', formerId: WEEKEND.id })
  expect(successor.id).not.toBe(WEEKEND.id)
  expect(host.view.get()).toEqual(placeIn(successor.id))
  const written = messagesIn(world.snapshot(), successor).filter(
    ({ senderId }) => senderId !== null,
  )
  expect(written.map(({ text }) => text)).toEqual(['before', 'after'])
})

test('somebody who is thrown out of the chat in view is shown the list', () => {
  const { host, world } = openPage(NEGAR)
  host.openChat(GROUP)
  world.setRole({ accountId: NEGAR, chatId: GROUP, role: 'kicked' })
  expect(host.view.get()).toEqual({ kind: 'chats' })
})

test('an administrator lets the bot in, makes it one of them, and throws it out', async () => {
  const { host, world } = openPage(ILYA)
  host.openChat(WEEKEND.id)
  const role = () => world.chats.find(WEEKEND.id)?.bot
  for (const wanted of ['member', 'administrator', 'absent'] as const) {
    await host.setBotRole(wanted)
    expect(role()).toBe(wanted)
  }
})
