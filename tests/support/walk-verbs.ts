import type { Page } from 'playwright-core'
import * as v from 'valibot'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { openSession } from '#shared/api/open-session.ts'
import { en } from '#tests/support/messages.ts'
import type { DemoStage } from './demo-stage.ts'
import { goHome, linkWallet, seeHome } from './e2e-link.ts'

/* Steps of a walk from screen to screen. */

/** Browser errors about a page without an answer, or with an answer that the walk provokes. */
export const PROVOKED =
  /ERR_FAILED|ERR_ABORTED|status of (?:401|403|404|409|410)|Failed to fetch|dynamically imported/

export const see = ({ app }: Pick<DemoStage, 'app'>, title: string) =>
  app.getByRole('heading', { name: title }).first().waitFor()

export const press = ({ app }: Pick<DemoStage, 'app'>, button: string) =>
  app.getByRole('button', { name: button, exact: true }).click()

/** Closes the panel over the screen, and waits until it is gone. */
export async function closeSheet({ app }: Pick<DemoStage, 'app'>): Promise<void> {
  const sheet = app.getByRole('dialog')
  await sheet.getByRole('button', { name: en.common.close, exact: true }).click()
  await sheet.waitFor({ state: 'detached' })
}

export async function backHome(stage: DemoStage): Promise<void> {
  await stage.pressMain()
  await seeHome(stage)
}

/** Closes the wallet without an answer and returns to the app. */
export async function closeWallet({ messenger }: DemoStage): Promise<void> {
  await messenger.getByTestId('wallet-close').click()
  await messenger.getByTestId('wallet').waitFor({ state: 'detached' })
}

/** Opens the app at Home as a member who has linked a TON wallet. */
export async function openWithWallet(stage: DemoStage): Promise<void> {
  stage.errors.expect(PROVOKED)
  await stage.startBot()
  await stage.openMiniApp()
  await linkWallet(stage)
  await stage.messenger.getByTestId('wallet').waitFor({ state: 'detached' })
  await goHome(stage)
}

/** API path of the shown attempt. */
export async function attemptPath(stage: DemoStage): Promise<string> {
  return `/api${await pathInApp(stage)}`
}

export async function pathInApp({ messenger }: DemoStage): Promise<string> {
  return (
    (await messenger.frame({ name: 'mini-app' })?.evaluate(() => window.location.pathname)) ?? ''
  )
}

/** The tab that was opened last. */
export function lastTab({ context }: DemoStage): Page {
  const page = context.pages().at(-1)
  if (page === undefined) throw new Error('no tab is open')
  return page
}

export const closeTab = ({ stage }: { stage: DemoStage }) => lastTab(stage).close()

/** Calls the app's API as the member on another device. Returns the answers. */
export async function onAnotherDevice(
  { demo, messenger }: DemoStage,
  method: Endpoint['method'],
  path: string,
  body?: unknown,
): Promise<unknown> {
  const launched = new URL((await messenger.getByTestId('mini-app').getAttribute('src')) ?? '')
  const initData = new URLSearchParams(launched.hash.slice(1)).get('tgWebAppData') ?? ''
  const opened = await fetch(`${demo.appUrl}${openSession.path}`, {
    method: openSession.method,
    headers: { authorization: `tma ${initData}` },
  })
  const { token } = v.parse(openSession.response, await opened.json())
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${demo.appUrl}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}`)
  const text = await answer.text()
  return text === '' ? undefined : JSON.parse(text)
}

export async function goTo({ messenger }: DemoStage, path: string): Promise<void> {
  const frame = messenger.frame({ name: 'mini-app' })
  if (frame === null) throw new Error('no Mini App is open')
  await frame.goto(new URL(path, frame.url()).href, { waitUntil: 'commit' })
}

export const SOMEBODY = { firstName: 'Ilya', username: 'ilya' }

/** Replaces fields in the server's answers, as if another member had made the object. */
export async function changeAnswers(
  { context }: DemoStage,
  path: RegExp,
  fields: object,
): Promise<void> {
  await context.route(path, async (route) => {
    const response = await route.fetch()
    const answer = v.parse(v.record(v.string(), v.unknown()), await response.json())
    await route.fulfill({ response, json: { ...answer, ...fields } })
  })
}
