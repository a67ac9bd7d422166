import { describe, expect, test } from 'vitest'
import { ADA, GROUP, NEGAR } from '../demo-world.ts'
import { ARTICLE, directChat, listen, openPage, pick, placeIn, write, ILYA } from './open-page.ts'
import type { OpenedHostPage } from './open-page.ts'

const EVERYWHERE = { users: true, bots: true, groups: true, channels: true }

async function openWithApp(
  accountId: number,
): Promise<OpenedHostPage & { reported: () => unknown[] }> {
  const page = openPage(accountId)
  page.host.openChat(GROUP)
  await page.host.openLink('https://t.me/clasp_demo_bot?startapp')
  return { ...page, reported: listen(page.host) }
}

function prepare({ world }: OpenedHostPage, accountId: number, allows = EVERYWHERE): string {
  return world.prepared.save({ accountId, result: ARTICLE, allows }).id
}

/** Waits until the Mini App is reopened, as it is when its client changes. */
async function relaunched({ host }: OpenedHostPage): Promise<() => unknown[]> {
  const former = host.miniApp.get()?.session
  await expect.poll(() => host.miniApp.get()?.session).not.toBe(former)
  return listen(host)
}

const SENT = { eventType: 'prepared_message_sent', eventData: {} }
const failed = (error: string) => ({ eventType: 'prepared_message_failed', eventData: { error } })

describe('a message that the bot prepared', () => {
  test('shows a prepared message, sends it into the chosen chat and notifies the Mini App', async () => {
    const page = await openWithApp(ADA)
    const chatId = directChat(page.world, ADA, NEGAR)
    write(page.host, 'web_app_send_prepared_message', { id: prepare(page, ADA) })
    await expect
      .poll(() => page.host.picker.current.get()?.purpose)
      .toMatchObject({ does: 'send', message: { text: ARTICLE.text, keyboard: ARTICLE.keyboard } })
    await pick(page.host, chatId)
    await expect.poll(page.reported).toEqual([SENT])
    expect(page.world.messages(chatId)).toMatchObject([
      { senderId: ADA, isViaBot: true, text: ARTICLE.text },
    ])
    expect(page.host.miniApp.get()?.isMinimized).toBe(false)
  })

  test('does not send a dismissed message and notifies the Mini App of the refusal', async () => {
    const page = await openWithApp(ADA)
    write(page.host, 'web_app_send_prepared_message', { id: prepare(page, ADA) })
    await pick(page.host, null)
    await expect.poll(page.reported).toEqual([failed('USER_DECLINED')])
  })

  test('reports a dismissed message on macOS as failed without an error', async () => {
    const page = await openWithApp(ADA)
    page.host.setClient({ platform: 'macos' })
    const reported = await relaunched(page)
    write(page.host, 'web_app_send_prepared_message', { id: prepare(page, ADA) })
    await pick(page.host, null)
    await expect.poll(reported).toEqual([{ eventType: 'prepared_message_failed', eventData: null }])
  })

  test('reports an expired message with a number in Web K, and not on macOS', async () => {
    const page = await openWithApp(ADA)
    page.host.setClient({ platform: 'web' })
    const reportedByWebK = await relaunched(page)
    write(page.host, 'web_app_send_prepared_message', { id: 'expired' })
    await expect
      .poll(reportedByWebK)
      .toMatchObject([{ eventType: 'prepared_message_failed', eventData: { error: 400 } }])
    page.host.setClient({ platform: 'macos' })
    const reportedByMacos = await relaunched(page)
    const before = page.actions.length
    write(page.host, 'web_app_send_prepared_message', { id: 'expired' })
    await expect.poll(() => page.actions.length).toBe(before + 1)
    expect(reportedByMacos()).toEqual([])
  })

  test('refuses to send another person’s or an unknown prepared message', async () => {
    const page = await openWithApp(ADA)
    for (const id of [prepare(page, ILYA), 'nothing']) {
      write(page.host, 'web_app_send_prepared_message', { id })
    }
    await expect.poll(page.reported).toEqual([failed('MESSAGE_EXPIRED'), failed('MESSAGE_EXPIRED')])
    expect(page.host.picker.current.get()).toBeNull()
  })

  test('refuses a kind of chat that the bot did not allow', async () => {
    const page = await openWithApp(ADA)
    const id = prepare(page, ADA, { ...EVERYWHERE, groups: false })
    write(page.host, 'web_app_send_prepared_message', { id })
    await pick(page.host, GROUP)
    await expect.poll(page.reported).toEqual([failed('MESSAGE_SEND_FAILED')])
    expect(page.world.messages(GROUP)).toEqual([])
  })

  test('does not support prepared messages in clients before 8.0', async () => {
    const page = await openWithApp(ADA)
    page.host.setClient({ version: '7.10' })
    const before = page.actions.length
    write(page.host, 'web_app_send_prepared_message', { id: prepare(page, ADA) })
    expect(page.host.journal.entries.get().at(-1)).toMatchObject({ detail: 'needs 8.0' })
    expect(page.actions.slice(before).map(({ type }) => type)).not.toContain('look-at-prepared')
  })

  test('continues when the Mini App is closed before the answer', async () => {
    const page = await openWithApp(ADA)
    write(page.host, 'web_app_send_prepared_message', { id: prepare(page, ADA) })
    await expect.poll(() => page.host.picker.current.get()).not.toBeNull()
    await page.host.miniApp.get()?.session.requestClose()
    expect(page.host.picker.current.get()).toBeNull()
  })
})

describe('a link to share', () => {
  const LINK = 'https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fclasp_demo_bot&text=Look'

  test('puts the text of a shared link into the input of the picked chat and minimizes the Mini App', async () => {
    const page = await openWithApp(ADA)
    const chatId = directChat(page.world, ADA, ILYA)
    write(page.host, 'web_app_open_tg_link', { path_full: LINK.slice('https://t.me'.length) })
    await pick(page.host, chatId)
    await expect.poll(() => page.host.view.get()).toEqual(placeIn(chatId))
    expect(page.host.input.get()).toBe('https://t.me/clasp_demo_bot\nLook')
    expect(page.world.messages(chatId)).toEqual([])
    expect(page.host.miniApp.get()?.isMinimized).toBe(true)
    expect(page.reported()).toEqual([
      { eventType: 'visibility_changed', eventData: { is_visible: false } },
    ])
    page.host.restoreMiniApp()
    expect(page.reported().at(-1)).toMatchObject({ eventData: { is_visible: true } })
  })

  test('changes nothing when a shared link is dismissed', async () => {
    const page = await openWithApp(ADA)
    const done = page.host.followLink(LINK)
    await pick(page.host, null)
    await done
    expect(page.host.view.get()).toEqual(placeIn(GROUP))
    expect(page.host.miniApp.get()?.isMinimized).toBe(false)
  })
})

describe('a message that is forwarded', () => {
  test('forwards a message with its text, its links and its author', async () => {
    const page = openPage(ILYA)
    const { host, world } = page
    const original = world.sendText({ accountId: ADA, chatId: GROUP, text: 'look at this' })
    const chatId = directChat(world, ILYA, NEGAR)
    const done = host.forward(original)
    await pick(host, chatId)
    await done
    expect(world.messages(chatId)).toMatchObject([
      { senderId: ILYA, text: 'look at this', forwardedFrom: 'Ada Fisher' },
    ])
    expect(host.journal.toasts.get().at(-1)?.text).toBe('Forwarded to نگار')
  })

  test('forwards nothing when no chat is picked', async () => {
    const { host, world, actions } = openPage(ILYA)
    const original = world.sendText({ accountId: ADA, chatId: GROUP, text: 'look at this' })
    const done = host.forward(original)
    await pick(host, null)
    await done
    expect(actions).toEqual([])
  })
})

describe('a query that the Mini App starts', () => {
  test('puts a query without chat types into the chat behind the Mini App', async () => {
    const { host } = await openWithApp(ADA)
    write(host, 'web_app_switch_inline_query', { query: 'w' })
    await expect.poll(() => host.input.get()).toBe('@clasp_demo_bot w')
    expect([host.view.get(), host.miniApp.get()]).toEqual([placeIn(GROUP), null])
  })

  test('puts a query into a picked chat of the requested types', async () => {
    const { host, world } = await openWithApp(ADA)
    const chatId = directChat(world, ADA, ILYA)
    write(host, 'web_app_switch_inline_query', { query: 'w', chat_types: ['users', 'channels'] })
    expect(host.picker.current.get()?.kinds).toEqual(['direct'])
    await pick(host, chatId)
    await expect.poll(() => host.miniApp.get()).toBeNull()
    expect(host.view.get()).toEqual(placeIn(chatId))
    expect(host.input.get()).toBe('@clasp_demo_bot w')
  })
})
