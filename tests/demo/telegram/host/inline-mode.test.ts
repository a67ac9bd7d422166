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
])('“%s” asks the bot for %j', (text, query) => {
  expect(inlineQueryIn(text, 'clasp_demo_bot')).toBe(query)
})

test('the bot is asked once the input rests, in any chat, be it a member or not', async () => {
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

test('a chosen result is sent into the topic in view by the person, via the bot, and the input is empty', async () => {
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

test('an answer that comes after the query has gone is not shown', async () => {
  const page = openPage(ADA)
  page.host.openChat(GROUP)
  page.host.input.set('@clasp_demo_bot a')
  await vi.waitUntil(() => asked(page).length === 1)
  page.host.input.set('something else')
  await answerInline(page.world)
  // The page has the answer by the time that a later action is answered.
  await page.host.sendText('later')
  expect(page.host.inline.get()).toBeNull()
})

test('in another chat the same query is asked anew', async () => {
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

test('the button over the results leads to the bot with a payload, and a query from there back to the chat', async () => {
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

test('a button for the current chat puts the query into its input', async () => {
  const { host } = openPage(ADA)
  host.openChat(GROUP)
  await host.pressInlineButton(emptyMessage, { text: 'Go', switch_inline_query_current_chat: 'w' })
  expect(host.view.get()).toEqual(placeIn(GROUP))
  expect(host.input.get()).toBe('@clasp_demo_bot w')
})

test('a query for another chat that nobody picks goes nowhere', async () => {
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
  entities: [],
  keyboard: [],
  isViaBot: false,
  forwardedFrom: null,
}
