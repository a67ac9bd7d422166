import { describe, expect, test } from 'vitest'
import { ADA, GROUP, NEGAR } from '../demo-world.ts'
import { directChat, listen, openPage, ILYA } from './open-page.ts'
import type { OpenedHostPage } from './open-page.ts'

const FIRST = `https://t.me/clasp_demo_bot?startapp=r1_${'a'.repeat(22)}`
const SECOND = `https://t.me/clasp_demo_bot?startapp=r1_${'b'.repeat(22)}`

/** The start parameter in the signed initData. */
function signedParam({ host }: OpenedHostPage): string | null {
  const { hash } = new URL(host.miniApp.get()?.url ?? '')
  const initData = new URLSearchParams(hash.slice(1)).get('tgWebAppData') ?? ''
  return new URLSearchParams(initData).get('start_param')
}

const findCode = (link: string) => new URL(link).searchParams.get('startapp')

async function openFirst(
  change: Parameters<OpenedHostPage['host']['setClient']>[0],
): Promise<OpenedHostPage> {
  const page = openPage(ADA)
  page.host.openChat(GROUP)
  page.host.setClient(change)
  await page.host.followLink(FIRST)
  return page
}

describe('a second link while the Mini App is open', () => {
  test('reopens the Mini App with the parameter of the second link', async () => {
    const page = await openFirst({})
    const former = page.host.miniApp.get()
    await page.host.followLink(SECOND)
    expect(signedParam(page)).toBe(findCode(SECOND))
    expect(page.host.miniApp.get()?.id).not.toBe(former?.id)
  })

  test('brings the open app to the front with its old parameter in a faulty client', async () => {
    const page = await openFirst({ secondLink: 'stale' })
    const former = page.host.miniApp.get()
    const reported = listen(page.host)
    page.host.minimizeMiniApp()
    await page.host.followLink(SECOND)
    expect(page.host.miniApp.get()).toEqual(former)
    expect(signedParam(page)).toBe(findCode(FIRST))
    expect(reported()).toMatchObject([
      { eventData: { is_visible: false } },
      { eventData: { is_visible: true } },
    ])
  })

  test('changes only the fragment of the address where the client reuses the frame', async () => {
    const page = await openFirst({ secondLink: 'reuses-frame' })
    const former = page.host.miniApp.get()
    await page.host.followLink(SECOND)
    const now = page.host.miniApp.get()
    expect(now).toMatchObject({ id: former?.id, session: former?.session })
    expect(now?.url).not.toBe(former?.url)
    expect(now?.url.split('#')[0]).toBe(former?.url.split('#')[0])
    expect(signedParam(page)).toBe(findCode(SECOND))
  })

  test('opens a closed app with the new parameter in a faulty client', async () => {
    const page = await openFirst({ secondLink: 'stale' })
    await page.host.miniApp.get()?.session.requestClose()
    await page.host.followLink(SECOND)
    expect(signedParam(page)).toBe(findCode(SECOND))
  })
})

test('opens the app without a parameter in a client that loses parameters', async () => {
  const page = await openFirst({ losesStartParam: true })
  expect(signedParam(page)).toBeNull()
  expect(page.host.miniApp.get()?.url).not.toContain('tgWebAppStartParam')
})

test('sends no chat for a link from elsewhere, and the kind of chat for a link in a chat', async () => {
  const page = await openFirst({})
  const chatType = () => /chat_type%3D(\w+)/.exec(page.host.miniApp.get()?.url ?? '')?.[1]
  expect(chatType()).toBe('supergroup')
  await page.host.openLink(SECOND)
  expect(chatType()).toBe('sender')
  page.host.openChat(directChat(page.world, ADA, ILYA))
  await page.host.followLink(SECOND)
  expect(chatType()).toBe('private')
})

test('lets another person reopen the app from a chat only as a member of it', async () => {
  const page = await openFirst({})
  const launches = () =>
    page.actions.flatMap((action) => (action.type === 'launch' ? [action] : []))
  page.host.openChat(directChat(page.world, ADA, ILYA))
  await page.host.followLink(SECOND)
  const chatId = directChat(page.world, ADA, ILYA)
  expect(launches().at(-1)?.launch).toMatchObject({ chatId })
  page.host.switchPerson(NEGAR)
  await expect.poll(() => launches().at(-1)?.launch).toMatchObject({ chatId: null })
})

test('keeps a minimized app in its bar for another person and opens it from there', async () => {
  const page = await openFirst({})
  const former = page.host.miniApp.get()
  page.host.minimizeMiniApp()
  page.host.switchPerson(NEGAR)
  await expect
    .poll(() => page.host.miniApp.get())
    .toMatchObject({ id: (former?.id ?? 0) + 1, isMinimized: true })
  page.host.restoreMiniApp()
  expect(page.host.miniApp.get()?.isMinimized).toBe(false)
})
