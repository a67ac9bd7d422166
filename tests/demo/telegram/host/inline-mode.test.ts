import { expect, test, vi } from 'vitest'
import { inlineQueryIn } from '#demo/telegram/host/store/inline-mode.ts'
import { ADA, GROUP } from '../demo-world.ts'
import { answerInline, ARTICLE, directChat, openPage, pick, placeIn, ILYA } from './open-page.ts'
import type { OpenedHostPage } from './open-page.ts'

const asked = ({ actions }: OpenedHostPage) =>
  actions.flatMap((action) => (action.type === 'ask-inline' ? [action.query] : []))

async function answered({ host }: OpenedHostPage): Promise<void> {
  await vi.waitUntil(() => host.inline.get() !== null)
}

test.each([
  ['@clasp_demo_bot ', ''],
  ['@Clasp_Demo_Bot  wallet two', 'wallet two'],
  ['@clasp_demo_bot', null],
  ['@clasp_demo_bots hello', null],
  ['hello @clasp_demo_bot x', null],
  ['', null],
])('reads “%s” as the inline query %j', (text, query) => {
  expect(inlineQueryIn(text, 'clasp_demo_bot')).toBe(query)
})

test('queries the bot when typing pauses, in any chat, also where the bot is not a member', async () => {
  const page = openPage(ADA)
  page.host.openChat(directChat(page.world, ADA, ILYA))
  for (const text of ['@clasp_demo_bot ', '@clasp_demo_bot w', '@clasp_demo_bot wa']) {
    page.host.input.set(text)
  }
  expect(await answerInline(page.world)).toBe('wa')
  await answered(page)
  expect(page.host.inline.get()?.results).toEqual([ARTICLE])
  expect(asked(page)).toEqual(['wa'])
})

test('sends a chosen result into the topic in view, via the bot, and empties the input', async () => {
  const page = openPage(ADA)
  const { host, world } = page
  host.openChat(GROUP)
  host.openTopic(7)
  host.input.set('@clasp_demo_bot ')
  await answerInline(world)
  await answered(page)
  await host.chooseInline(ARTICLE.id)
  expect(world.messages(GROUP)).toMatchObject([
    { senderId: ADA, isViaBot: true, threadId: 7, text: ARTICLE.text, keyboard: ARTICLE.keyboard },
  ])
  expect([host.input.get(), host.inline.get()]).toEqual(['', null])
})

test('does not show an answer to a query that the person has replaced', async () => {
  const page = openPage(ADA)
  page.host.openChat(GROUP)
  page.host.input.set('@clasp_demo_bot a')
  await vi.waitUntil(() => asked(page).length === 1)
  page.host.input.set('something else')
  await answerInline(page.world)
  // When a later action has its answer, the page has received the bot's answer too.
  await page.host.sendText('later')
  expect(page.host.inline.get()).toBeNull()
})

test('repeats the same query in another chat', async () => {
  const page = openPage(ADA)
  const { host, world } = page
  host.openChat(GROUP)
  host.input.set('@clasp_demo_bot ')
  await answerInline(world)
  await answered(page)
  void host.pressInlineButton(emptyMessage, { text: 'Send', switch_inline_query: '' })
  await pick(host, directChat(world, ADA, ILYA))
  await answerInline(world)
  await answered(page)
  await host.chooseInline(ARTICLE.id)
  expect(world.messages(GROUP)).toEqual([])
  expect(world.messages(directChat(world, ADA, ILYA))).toHaveLength(1)
})

test('leads to the bot by the button over the results, and back to the chat by a query from there', async () => {
  const page = openPage(ADA)
  const { host, world } = page
  host.openChat(GROUP)
  host.openTopic(4)
  host.input.set('@clasp_demo_bot ')
  await answerInline(world, {
    results: [],
    button: { text: 'Link a wallet', startParameter: 'inline' },
  })
  await answered(page)
  host.pressInlineTop()
  expect(host.view.get()).toMatchObject({ kind: 'bot', payload: 'inline' })
  expect(host.input.get()).toBe('')
  await host.start()
  expect(world.messages(ADA)).toMatchObject([{ text: '/start inline' }])
  await host.pressInlineButton(emptyMessage, { text: 'Send', switch_inline_query: 'w' })
  expect(host.view.get()).toEqual(placeIn(GROUP, 4))
  expect(host.input.get()).toBe('@clasp_demo_bot w')
})

test('puts the query into the input by a button for the current chat', async () => {
  const { host } = openPage(ADA)
  host.openChat(GROUP)
  await host.pressInlineButton(emptyMessage, { text: 'Go', switch_inline_query_current_chat: 'w' })
  expect(host.view.get()).toEqual(placeIn(GROUP))
  expect(host.input.get()).toBe('@clasp_demo_bot w')
})

test('drops a query for another chat when no chat is picked', async () => {
  const { host } = openPage(ADA)
  host.openChat(GROUP)
  const done = host.pressInlineButton(emptyMessage, { text: 'Go', switch_inline_query: 'w' })
  await pick(host, null)
  await done
  expect([host.view.get(), host.input.get()]).toEqual([placeIn(GROUP), ''])
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
