import { describe, expect, test } from 'vitest'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import { directChat, GROUP } from '../demo-world.ts'
import { ARTICLE, listen, openPage, pick, placeIn, write } from './open-page.ts'
import type { OpenedMessengerPage } from './open-page.ts'

const EVERYWHERE = { users: true, bots: true, groups: true, channels: true }

async function openWithApp(
  accountId: number,
): Promise<OpenedMessengerPage & { reported: () => unknown[] }> {
  const page = openPage(accountId)
  page.messenger.openChat(GROUP)
  await page.messenger.openLink('https://t.me/clasp_demo_bot?startapp')
  return { ...page, reported: listen(page.messenger) }
}

function prepare({ world }: OpenedMessengerPage, accountId: number, allows = EVERYWHERE): string {
  return world.prepared.save({ accountId, result: ARTICLE, allows }).id
}

/** Waits until the Mini App is reopened, as it is when its client changes. */
async function relaunched({ messenger }: OpenedMessengerPage): Promise<() => unknown[]> {
  const former = messenger.miniApp.get()?.session
  await expect.poll(() => messenger.miniApp.get()?.session).not.toBe(former)
  return listen(messenger)
}

const SENT = { eventType: 'prepared_message_sent', eventData: {} }
const failed = (error: string) => ({ eventType: 'prepared_message_failed', eventData: { error } })

describe('the client, with a message that the bot prepared,', () => {
  test('shows a prepared message, sends it into the chosen chat and notifies the Mini App', async () => {
    const page = await openWithApp(ADA)
    const chatId = directChat(page.world, ADA, NEGAR)
    write(page.messenger, 'web_app_send_prepared_message', { id: prepare(page, ADA) })
    await expect
      .poll(() => page.messenger.picker.current.get()?.purpose)
      .toMatchObject({ does: 'send', message: { text: ARTICLE.text, keyboard: ARTICLE.keyboard } })
    await pick(page.messenger, chatId)
    await expect.poll(page.reported).toEqual([SENT])
    expect(page.world.messages(chatId)).toMatchObject([
      { senderId: ADA, isViaBot: true, text: ARTICLE.text },
    ])
    expect(page.messenger.miniApp.get()?.isMinimized).toBe(false)
  })

  test('does not send a dismissed message and notifies the Mini App of the refusal', async () => {
    const page = await openWithApp(ADA)
    write(page.messenger, 'web_app_send_prepared_message', { id: prepare(page, ADA) })
    await pick(page.messenger, null)
    await expect.poll(page.reported).toEqual([failed('USER_DECLINED')])
  })

  test('reports a dismissed message on macOS as failed without an error', async () => {
    const page = await openWithApp(ADA)
    page.messenger.setClient({ platform: 'macos' })
    const reported = await relaunched(page)
    write(page.messenger, 'web_app_send_prepared_message', { id: prepare(page, ADA) })
    await pick(page.messenger, null)
    await expect.poll(reported).toEqual([{ eventType: 'prepared_message_failed', eventData: null }])
  })

  test('reports an expired message with a number in Web K, and not on macOS', async () => {
    const page = await openWithApp(ADA)
    page.messenger.setClient({ platform: 'web' })
    const reportedByWebK = await relaunched(page)
    write(page.messenger, 'web_app_send_prepared_message', { id: 'expired' })
    await expect
      .poll(reportedByWebK)
      .toMatchObject([{ eventType: 'prepared_message_failed', eventData: { error: 400 } }])
    page.messenger.setClient({ platform: 'macos' })
    const reportedByMacos = await relaunched(page)
    const before = page.actions.length
    write(page.messenger, 'web_app_send_prepared_message', { id: 'expired' })
    await expect.poll(() => page.actions.length).toBe(before + 1)
    expect(reportedByMacos()).toEqual([])
  })

  test('refuses to send another person’s or an unknown prepared message', async () => {
    const page = await openWithApp(ADA)
    for (const id of [prepare(page, ILYA), 'nothing']) {
      write(page.messenger, 'web_app_send_prepared_message', { id })
    }
    await expect.poll(page.reported).toEqual([failed('MESSAGE_EXPIRED'), failed('MESSAGE_EXPIRED')])
    expect(page.messenger.picker.current.get()).toBeNull()
  })

  test('refuses a kind of chat that the bot did not allow', async () => {
    const page = await openWithApp(ADA)
    const id = prepare(page, ADA, { ...EVERYWHERE, groups: false })
    write(page.messenger, 'web_app_send_prepared_message', { id })
    await pick(page.messenger, GROUP)
    await expect.poll(page.reported).toEqual([failed('MESSAGE_SEND_FAILED')])
    expect(page.world.messages(GROUP)).toEqual([])
  })

  test('does not support prepared messages in clients before 8.0', async () => {
    const page = await openWithApp(ADA)
    page.messenger.setClient({ version: '7.10' })
    const before = page.actions.length
    write(page.messenger, 'web_app_send_prepared_message', { id: prepare(page, ADA) })
    expect(page.messenger.journal.entries.get().at(-1)).toMatchObject({ detail: 'needs 8.0' })
    expect(page.actions.slice(before).map(({ type }) => type)).not.toContain('look-at-prepared')
  })

  test('continues when the Mini App is closed before the answer', async () => {
    const page = await openWithApp(ADA)
    write(page.messenger, 'web_app_send_prepared_message', { id: prepare(page, ADA) })
    await expect.poll(() => page.messenger.picker.current.get()).not.toBeNull()
    await page.messenger.miniApp.get()?.session.requestClose()
    expect(page.messenger.picker.current.get()).toBeNull()
  })
})

describe('the client, with a link to share,', () => {
  const LINK = 'https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fclasp_demo_bot&text=Look'

  test('puts the text of a shared link into the input of the picked chat and minimizes the Mini App', async () => {
    const page = await openWithApp(ADA)
    const chatId = directChat(page.world, ADA, ILYA)
    write(page.messenger, 'web_app_open_tg_link', { path_full: LINK.slice('https://t.me'.length) })
    await pick(page.messenger, chatId)
    await expect.poll(() => page.messenger.view.get()).toEqual(placeIn(chatId))
    expect(page.messenger.input.get()).toBe('https://t.me/clasp_demo_bot\nLook')
    expect(page.world.messages(chatId)).toEqual([])
    expect(page.messenger.miniApp.get()?.isMinimized).toBe(true)
    expect(page.reported()).toEqual([
      { eventType: 'visibility_changed', eventData: { is_visible: false } },
    ])
    page.messenger.restoreMiniApp()
    expect(page.reported().at(-1)).toMatchObject({ eventData: { is_visible: true } })
  })

  test('changes nothing when the link is dismissed', async () => {
    const page = await openWithApp(ADA)
    const done = page.messenger.followLink(LINK)
    await pick(page.messenger, null)
    await done
    expect(page.messenger.view.get()).toEqual(placeIn(GROUP))
    expect(page.messenger.miniApp.get()?.isMinimized).toBe(false)
  })
})

describe('the client, with a message to forward,', () => {
  test('forwards a message with its text, its links and its author', async () => {
    const page = openPage(ILYA)
    const { messenger, world } = page
    const original = world.sendText({ accountId: ADA, chatId: GROUP, text: 'look at this' })
    const chatId = directChat(world, ILYA, NEGAR)
    const done = messenger.forward(original)
    await pick(messenger, chatId)
    await done
    expect(world.messages(chatId)).toMatchObject([
      { senderId: ILYA, text: 'look at this', forwardedFrom: 'Ada Fisher' },
    ])
    expect(messenger.journal.toasts.get().at(-1)?.text).toBe('Forwarded to نگار')
  })

  test('forwards nothing when no chat is picked', async () => {
    const { messenger, world, actions } = openPage(ILYA)
    const original = world.sendText({ accountId: ADA, chatId: GROUP, text: 'look at this' })
    const done = messenger.forward(original)
    await pick(messenger, null)
    await done
    expect(actions).toEqual([])
  })
})

describe('the client, with a query that the Mini App starts,', () => {
  test('puts a query without chat types into the chat behind the Mini App', async () => {
    const { messenger } = await openWithApp(ADA)
    write(messenger, 'web_app_switch_inline_query', { query: 'w' })
    await expect.poll(() => messenger.input.get()).toBe('@clasp_demo_bot w')
    expect([messenger.view.get(), messenger.miniApp.get()]).toEqual([placeIn(GROUP), null])
  })

  test('puts a query into a picked chat of the requested types', async () => {
    const { messenger, world } = await openWithApp(ADA)
    const chatId = directChat(world, ADA, ILYA)
    write(messenger, 'web_app_switch_inline_query', {
      query: 'w',
      chat_types: ['users', 'channels'],
    })
    expect(messenger.picker.current.get()?.kinds).toEqual(['direct'])
    await pick(messenger, chatId)
    await expect.poll(() => messenger.miniApp.get()).toBeNull()
    expect(messenger.view.get()).toEqual(placeIn(chatId))
    expect(messenger.input.get()).toBe('@clasp_demo_bot w')
  })
})
