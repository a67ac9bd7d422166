import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import * as v from 'valibot'
import { buildVerifierPage } from '#build/verifier-page.ts'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import type { TokenKey } from '#demo/telegram/id-token.ts'
import { verify } from '#server/cli/verify.ts'
import { LOGIN_SHARED_AFTER_MS } from '#shared/limits.ts'
import { BOT_MESSAGES } from '../../src/i18n/bot-messages.ts'
import { type DemoStage, openStage } from '#tests/support/demo-stage.ts'
import {
  goHome,
  linkWallet,
  openProof,
  seeLinked,
  startAndOpen,
  takeProof,
} from '#tests/support/e2e-link.ts'
import { test as base } from '#tests/support/e2e-test.ts'
import { linkThere, openTicketPage, openTicketPageAgain, sees } from '#tests/support/e2e-ticket.ts'
import { evmEn, sharingEn } from '#tests/support/messages.ts'
import { takeFile } from '#tests/support/offline-verifier.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'
import { judgeScript, PageAnswerSchema, saveVerifierPage } from '#tests/support/verifier-page.ts'

const TOKEN_TTL_MS = 3_600_000
const { proof } = sharingEn
const login = BOT_MESSAGES.get('en')?.login
const NAMES = new Map<number, string>([
  [ADA, 'Ada'],
  [ILYA, 'Илья'],
])

type LoginStage = DemoStage & { now: () => number; forward: (ms: number) => void }

const test = base.extend<{ loginStage: LoginStage }>({
  loginStage: async ({ browser }, use) => {
    let passed = 0
    const now = () => Date.now() + passed
    const build = inject('demoBuild')
    const options = { build, bot: 'clasp', evm: 'browser', hasLogin: true, now } as const
    const stage = await openStage({ browser, ...options })
    await use({ ...stage, now, forward: (ms) => void (passed += ms) })
    await stage.close()
  },
})

/** What a person answers on the page of the demo's Telegram. */
async function logInAs(page: Page, account: number): Promise<void> {
  await page.getByRole('button', { name: `Log in as ${NAMES.get(account)}` }).click()
}

/** What `clasp-telegram verify` says of a file at a time, without network. */
async function runVerify(text: string, now: () => number, key?: TokenKey) {
  const directory = await makeTemporaryFolder('login')
  await writeFile(join(directory, 'proof.json'), text)
  await writeFile(join(directory, 'jwks.json'), JSON.stringify({ keys: key ? [key.jwk] : [] }))
  const lines: string[] = []
  const code = await verify(['proof.json', ...(key ? ['--telegram-jwks', 'jwks.json'] : [])], {
    environment: {},
    directory,
    print: (line) => lines.push(line),
    complain: (line) => lines.push(line),
    now,
    fetch: () => Promise.reject(new Error('no network')),
    isInteractive: false,
  })
  return { code, text: lines.join('\n') }
}

/** What the page for strangers says of it, from a disk. */
async function askPage({ context, now }: LoginStage, document: string, key: TokenKey) {
  const page = await context.newPage()
  await page.clock.setFixedTime(now())
  await page.goto(await saveVerifierPage(await buildVerifierPage()))
  await page.getByRole('heading').getByText(/./).waitFor()
  const loginKeys = [{ name: 'named', jwk: key.jwk }]
  const script = judgeScript({ document, loginKeys })
  const said = await page.evaluate<unknown>(`(async () => { ${script} })()`)
  await page.close()
  return v.parse(PageAnswerSchema, said)
}

test(
  'a member finishes in the browser after a login with Telegram, whose link is worth nothing to another person',
  { tags: ['wide'] },
  async ({ loginStage: stage }) => {
    await startAndOpen(stage)
    const page = await openTicketPage(stage)
    await logInAs(page, ILYA)
    await sees(page, login?.results['other-account'] ?? '')
    await page.close()

    const again = await openTicketPageAgain(stage)
    await logInAs(again, ADA)
    await sees(again, evmEn.ticket.notYours)
    await linkThere(again)
    await again.close()
    await seeLinked(stage)
  },
)

test(
  'a member has Telegram sign the proof by a login in the browser, and once its token has expired a stranger reads who logged in and by which key',
  { tags: ['wide'] },
  async ({ loginStage: stage }) => {
    const { app, demo } = stage
    await startAndOpen(stage)
    await linkWallet(stage, { account: 'v4r2' })
    await goHome(stage)
    await app.getByRole('button', { name: /UQ/ }).first().click()
    await openProof(stage)
    await app.getByRole('button', { name: proof.strengthen }).click()
    await app.getByText(proof.byLogin.disclosure).waitFor()
    const opened = stage.context.waitForEvent('page')
    await app.getByRole('button', { name: proof.byLogin.agree }).click()
    const page = await opened
    await logInAs(page, ADA)
    await page.getByRole('heading', { name: login?.done ?? '' }).waitFor()
    const back = page.getByRole('link', { name: login?.back ?? '' })
    const link = (await back.getAttribute('href')) ?? ''
    await page.close()
    await stage.closeMiniApp()
    await stage.openLink(link)
    await app.getByText(proof.signed).waitFor()

    await takeProof(stage)
    expect(JSON.parse((await takeFile(stage)).text)).not.toHaveProperty('telegram')
    stage.forward(TOKEN_TTL_MS + LOGIN_SHARED_AFTER_MS)
    await takeProof(stage)
    const file = await takeFile(stage, 2)

    const key = demo.login.key()
    const sentence = `signed that account ${ADA} logged in with bot ${demo.world.botId}, with the digest of this proof (key: named demo-1)`
    const known = await runVerify(file.text, stage.now, key)
    expect(known.code).toBe(0)
    expect(known.text).toContain(sentence)
    const unknown = await runVerify(file.text, stage.now)
    expect(unknown.code).toBe(3)
    expect(unknown.text).toContain('The key that signed it (demo-1) is none that this verifier')
    const { verdict, paragraphs } = await askPage(stage, file.text, key)
    expect(verdict).toBe('proven')
    expect(paragraphs.join('\n')).toContain(sentence)
  },
)
