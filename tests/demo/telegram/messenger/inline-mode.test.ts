import { expect, test, vi } from 'vitest'
import { inlineQueryIn } from '#demo/telegram/messenger/store/inline-mode.ts'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import { directChat, GROUP } from '../demo-world.ts'
import { answerInline, ARTICLE, openPage, pick, placeIn } from './open-page.ts'
import type { OpenedMessengerPage } from './open-page.ts'

const asked = ({ actions }: OpenedMessengerPage) =>
  actions.flatMap((action) => (action.type === 'ask-inline' ? [action.query] : []))

async function answered({ messenger }: OpenedMessengerPage): Promise<void> {
  await vi.waitUntil(() => messenger.inline.get() !== null)
}

test.each([
  ['@clasp_demo_bot ', ''],
  ['@Clasp_Demo_Bot  wallet two', 'wallet two'],
  ['@clasp_demo_bot', null],
  ['@clasp_demo_bots hello', null],
  ['hello @clasp_demo_bot x', null],
  ['', null],
])('the messenger reads “%s” as the inline query %j', (text, query) => {
  expect(inlineQueryIn(text, 'clasp_demo_bot')).toBe(query)
})

test('the messenger queries the bot when typing pauses, in any chat, also where the bot is not a member', async () => {
  const page = openPage(ADA)
  page.messenger.openChat(directChat(page.world, ADA, ILYA))
  for (const text of ['@clasp_demo_bot ', '@clasp_demo_bot w', '@clasp_demo_bot wa']) {
    page.messenger.input.set(text)
  }
  expect(await answerInline(page.world)).toBe('wa')
  await answered(page)
  expect(page.messenger.inline.get()?.results).toEqual([ARTICLE])
  expect(asked(page)).toEqual(['wa'])
})

test('the messenger sends a chosen result into the topic in view, via the bot, and empties the input', async () => {
  const page = openPage(ADA)
  const { messenger, world } = page
  messenger.openChat(GROUP)
  messenger.openTopic(7)
  messenger.input.set('@clasp_demo_bot ')
  await answerInline(world)
  await answered(page)
  await messenger.chooseInline(ARTICLE.id)
  expect(world.messages(GROUP)).toMatchObject([
    { senderId: ADA, isViaBot: true, threadId: 7, text: ARTICLE.text, keyboard: ARTICLE.keyboard },
  ])
  expect([messenger.input.get(), messenger.inline.get()]).toEqual(['', null])
})

test('the messenger does not show an answer to a query that the person has replaced', async () => {
  const page = openPage(ADA)
  page.messenger.openChat(GROUP)
  page.messenger.input.set('@clasp_demo_bot a')
  await vi.waitUntil(() => asked(page).length === 1)
  page.messenger.input.set('something else')
  await answerInline(page.world)
  // When a later action has its answer, the page has received the bot's answer too.
  await page.messenger.sendText('later')
  expect(page.messenger.inline.get()).toBeNull()
})

test('the messenger repeats the same query in another chat', async () => {
  const page = openPage(ADA)
  const { messenger, world } = page
  messenger.openChat(GROUP)
  messenger.input.set('@clasp_demo_bot ')
  await answerInline(world)
  await answered(page)
  void messenger.pressInlineButton(emptyMessage, { text: 'Send', switch_inline_query: '' })
  await pick(messenger, directChat(world, ADA, ILYA))
  await answerInline(world)
  await answered(page)
  await messenger.chooseInline(ARTICLE.id)
  expect(world.messages(GROUP)).toEqual([])
  expect(world.messages(directChat(world, ADA, ILYA))).toHaveLength(1)
})

test('the button over the results leads to the bot, and a query from there leads back to the chat', async () => {
  const page = openPage(ADA)
  const { messenger, world } = page
  messenger.openChat(GROUP)
  messenger.openTopic(4)
  messenger.input.set('@clasp_demo_bot ')
  await answerInline(world, {
    results: [],
    button: { text: 'Link a wallet', startParameter: 'inline' },
  })
  await answered(page)
  messenger.pressInlineTop()
  expect(messenger.view.get()).toMatchObject({ kind: 'bot', payload: 'inline' })
  expect(messenger.input.get()).toBe('')
  await messenger.start()
  expect(world.messages(ADA)).toMatchObject([{ text: '/start inline' }])
  await messenger.pressInlineButton(emptyMessage, { text: 'Send', switch_inline_query: 'w' })
  expect(messenger.view.get()).toEqual(placeIn(GROUP, 4))
  expect(messenger.input.get()).toBe('@clasp_demo_bot w')
})

test('a button for the current chat puts its query into the input', async () => {
  const { messenger } = openPage(ADA)
  messenger.openChat(GROUP)
  await messenger.pressInlineButton(emptyMessage, {
    text: 'Go',
    switch_inline_query_current_chat: 'w',
  })
  expect(messenger.view.get()).toEqual(placeIn(GROUP))
  expect(messenger.input.get()).toBe('@clasp_demo_bot w')
})

test('the messenger drops a query for another chat when no chat is picked', async () => {
  const { messenger } = openPage(ADA)
  messenger.openChat(GROUP)
  const done = messenger.pressInlineButton(emptyMessage, { text: 'Go', switch_inline_query: 'w' })
  await pick(messenger, null)
  await done
  expect([messenger.view.get(), messenger.input.get()]).toEqual([placeIn(GROUP), ''])
})

const emptyMessage = {
  id: 1,
  chatId: ADA,
  threadId: null,
  senderId: ADA,
  date: 0,
  editDate: null,
  text: '',
  file: null,
  entities: [],
  keyboard: [],
  isViaBot: false,
  forwardedFrom: null,
}
