import { describe, expect, test } from 'vitest'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import { directChat, GROUP } from '../demo-world.ts'
import { listen, openPage } from './open-page.ts'
import type { OpenedMessengerPage } from './open-page.ts'

const FIRST = `https://t.me/clasp_demo_bot?startapp=r1_${'a'.repeat(22)}`
const SECOND = `https://t.me/clasp_demo_bot?startapp=r1_${'b'.repeat(22)}`

/** The start parameter in the signed initData. */
function signedParam({ messenger }: OpenedMessengerPage): string | null {
  const { hash } = new URL(messenger.miniApp.get()?.url ?? '')
  const initData = new URLSearchParams(hash.slice(1)).get('tgWebAppData') ?? ''
  return new URLSearchParams(initData).get('start_param')
}

const findCode = (link: string) => new URL(link).searchParams.get('startapp')

async function openFirst(
  change: Parameters<OpenedMessengerPage['messenger']['setClient']>[0],
): Promise<OpenedMessengerPage> {
  const page = openPage(ADA)
  page.messenger.openChat(GROUP)
  page.messenger.setClient(change)
  await page.messenger.followLink(FIRST)
  return page
}

describe('a second link while the Mini App is open', () => {
  test('reopens the Mini App with the parameter of the second link', async () => {
    const page = await openFirst({})
    const former = page.messenger.miniApp.get()
    await page.messenger.followLink(SECOND)
    expect(signedParam(page)).toBe(findCode(SECOND))
    expect(page.messenger.miniApp.get()?.id).not.toBe(former?.id)
  })

  test('brings the open app to the front with its old parameter in a faulty client', async () => {
    const page = await openFirst({ secondLink: 'stale' })
    const former = page.messenger.miniApp.get()
    const reported = listen(page.messenger)
    page.messenger.minimizeMiniApp()
    await page.messenger.followLink(SECOND)
    expect(page.messenger.miniApp.get()).toEqual(former)
    expect(signedParam(page)).toBe(findCode(FIRST))
    expect(reported()).toMatchObject([
      { eventData: { is_visible: false } },
      { eventData: { is_visible: true } },
    ])
  })

  test('changes only the fragment of the address where the client reuses the frame', async () => {
    const page = await openFirst({ secondLink: 'reuses-frame' })
    const former = page.messenger.miniApp.get()
    await page.messenger.followLink(SECOND)
    const now = page.messenger.miniApp.get()
    expect(now).toMatchObject({ id: former?.id, session: former?.session })
    expect(now?.url).not.toBe(former?.url)
    expect(now?.url.split('#')[0]).toBe(former?.url.split('#')[0])
    expect(signedParam(page)).toBe(findCode(SECOND))
  })

  test('opens a closed app with the new parameter in a faulty client', async () => {
    const page = await openFirst({ secondLink: 'stale' })
    await page.messenger.miniApp.get()?.session.requestClose()
    await page.messenger.followLink(SECOND)
    expect(signedParam(page)).toBe(findCode(SECOND))
  })
})

test('a client that loses parameters opens the app without a parameter', async () => {
  const page = await openFirst({ losesStartParam: true })
  expect(signedParam(page)).toBeNull()
  expect(page.messenger.miniApp.get()?.url).not.toContain('tgWebAppStartParam')
})

test('the client sends no chat for a link from elsewhere, and the kind of chat for a link in a chat', async () => {
  const page = await openFirst({})
  const chatType = () => /chat_type%3D(\w+)/.exec(page.messenger.miniApp.get()?.url ?? '')?.[1]
  expect(chatType()).toBe('supergroup')
  await page.messenger.openLink(SECOND)
  expect(chatType()).toBe('sender')
  page.messenger.openChat(directChat(page.world, ADA, ILYA))
  await page.messenger.followLink(SECOND)
  expect(chatType()).toBe('private')
})

test('the client lets another person reopen the app from a chat only as a member of it', async () => {
  const page = await openFirst({})
  const launches = () =>
    page.actions.flatMap((action) => (action.type === 'launch' ? [action] : []))
  page.messenger.openChat(directChat(page.world, ADA, ILYA))
  await page.messenger.followLink(SECOND)
  const chatId = directChat(page.world, ADA, ILYA)
  expect(launches().at(-1)?.launch).toMatchObject({ chatId })
  page.messenger.switchPerson(NEGAR)
  await expect.poll(() => launches().at(-1)?.launch).toMatchObject({ chatId: null })
})

test('the client keeps a minimized app in its bar for another person and opens it from there', async () => {
  const page = await openFirst({})
  const former = page.messenger.miniApp.get()
  page.messenger.minimizeMiniApp()
  page.messenger.switchPerson(NEGAR)
  await expect
    .poll(() => page.messenger.miniApp.get())
    .toMatchObject({ id: (former?.id ?? 0) + 1, isMinimized: true })
  page.messenger.restoreMiniApp()
  expect(page.messenger.miniApp.get()?.isMinimized).toBe(false)
})
