// @module-tag full

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import * as v from 'valibot'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { TARGET } from '#build/floor/floor.ts'
import { buildVerifierPage } from '#build/verifier-page.ts'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import type { TonAccountKind } from '#demo/ton/wallet/accounts.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import type { AppMessages } from '#client/i18n/messages.ts'
import { failureMessages } from '#client/i18n/failure-messages.ts'
import { type OpenWorld, openWorld } from '#tests/support/demo-stage.ts'
import { button, type Engine, testId, text } from '#tests/support/engines/engine.ts'
import { ENGINES, type KnownEngine, TOO_OLD } from '#tests/support/engines/find-engines.ts'
import { createWalker, type Walker } from '#tests/support/engines/walker.ts'
import { freePort } from '#tests/support/free-port.ts'
import { encodeFields, launchFields, signInitData } from '#tests/support/init-data.ts'
import { en, fa, requestRu, ru, sharingEn, sharingRu } from '#tests/support/messages.ts'
import { type TestRelay, startRelay } from '#tests/support/relay.ts'
import { askGroup } from '#tests/support/post-request.ts'
import { makeProofVectors, trustOf } from '#tests/support/proof-vectors.ts'
import {
  FORMER_KEY,
  judgeScript,
  PageAnswerSchema,
  saveVerifierPage,
} from '#tests/support/verifier-page.ts'
import { BLOCKED_STORAGE } from '#tests/support/blocked-storage.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A walk does in one engine what other files do step by step in Chromium. WebKitGTK draws without a graphics card, slowly. */
const TIMEOUT_MS = 600_000

const installed = (engines: readonly KnownEngine[]) =>
  engines.flatMap(({ name, start }) => (start === null ? [] : [{ name, start }]))

beforeAll(() => {
  for (const { name, start, install } of [...ENGINES, TOO_OLD])
    if (start === null)
      process.stdout.write(`${name} is not installed, so no test runs in it: ${install}\n`)
})

describe.for(installed(ENGINES))('in $name', { timeout: TIMEOUT_MS }, ({ name, start }) => {
  test('a member starts, links a wallet of each family, shows a card that another checks, answers a request, reads Persian, and goes on after the server was gone', async () => {
    const { walker, world, relay } = await open(start, name)
    await openHome(walker, world)
    await linkTon(walker)
    await linkEvm(walker)
    await sendCard(walker, world)
    await checkCard(walker, world)
    await answerRequest(walker, world)
    await readPersian(walker, world)
    await loseServer(walker, relay)
  })

  test('a member links a wallet where the browser blocks storage', async () => {
    const { walker, world } = await open(start, name, BLOCKED_STORAGE)
    await openHome(walker, world)
    await linkTon(walker)
  })

  test('the verifier of proofs judges every vector of the format as it does in Node', async () => {
    const vectors = await makeProofVectors()
    const engine = await start()
    // From a disk, because browsers keep WebCrypto, which checks RSA, from pages that are not secure.
    await engine.open(await saveVerifierPage('<!doctype html><title>Blank</title>'))
    await engine.evaluate('page', `${await bundleVerifier()}; window.verifier = verifier`)
    for (const { document, name: vector, ...trusted } of vectors) {
      const options = { now: Date.now(), ...trustOf(trusted) }
      const call = `verifier.verifyProof(${JSON.stringify(document)}, ${JSON.stringify(options)})`
      const inNode: unknown = JSON.parse(JSON.stringify(await verifyProof(document, options)))
      const inEngine = await engine.evaluate('page', `return ${call}`)
      expect({ vector, verdict: inEngine }).toEqual({ vector, verdict: inNode })
    }
  })
})

test.for(installed(ENGINES))(
  'in $name the page /verify says from a disk what every vector expects',
  { timeout: TIMEOUT_MS },
  async ({ start }) => {
    const engine = await start()
    await engine.open(await saveVerifierPage(await buildVerifierPage()))
    const read = v.parser(PageAnswerSchema)
    for (const { name: vector, expected, ...given } of await makeProofVectors()) {
      if (vector === FORMER_KEY) continue
      const said = read(await engine.evaluate('page', judgeScript(given)))
      expect({ vector, ...said }).toMatchObject({ vector, checks: [], ...expected })
    }
  },
)

test.for(installed([TOO_OLD]))(
  'in $name the page says only that Telegram or the system is too old',
  { timeout: TIMEOUT_MS },
  async ({ name, start }) => {
    const { walker, world } = await open(start, name)
    const { demo } = world
    const initData = signInitData({
      botToken: demo.world.botToken,
      user: { id: ADA, first_name: 'Ada', language_code: 'en' },
      authDate: Math.floor(Date.now() / 1_000),
    })
    const { old } = failureMessages('en')
    await walker.open(`${demo.appUrl}/#${encodeFields(launchFields(initData))}`)
    await walker.see('page', { css: '[role=alert]', text: old })
    expect(await walker.evaluate('page', 'return document.body.innerText.trim()')).toBe(old)
  },
)

/** The verifier of the card, for the same floor as the app, as a script that defines `verifier`. */
async function bundleVerifier(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: { '#proof': join(ROOT, 'src/proof'), '#shared': join(ROOT, 'src/shared') } },
    build: {
      write: false,
      target: TARGET,
      lib: {
        entry: join(ROOT, 'src/proof/verify-proof.ts'),
        formats: ['iife'],
        name: 'verifier',
      },
    },
  })
  const [chunk] = [output].flat().flatMap((result) => ('output' in result ? result.output : []))
  if (chunk?.type !== 'chunk') throw new Error('the verifier was not built')
  return chunk.code
}

type OpenedEngine = { walker: Walker; world: OpenWorld; relay: TestRelay }

async function open(
  start: () => Promise<Engine>,
  name: string,
  script?: string,
): Promise<OpenedEngine> {
  const appPort = await freePort()
  const relay = await startRelay(`http://127.0.0.1:${appPort}`)
  onTestFinished(() => relay.cut())
  const world = await openWorld({
    build: inject('demoBuild'),
    bot: 'clasp',
    appPort,
    appOrigin: new URL(relay.url).origin,
    ...(script !== undefined && { script }),
  })
  onTestFinished(() => world.close())
  const engine = await start()
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await takePicture(engine, name)
  })
  return { walker: createWalker(engine), world, relay }
}

/** Shows what a failed walk ended with. */
async function takePicture(engine: Engine, name: string): Promise<void> {
  const folder = join(ROOT, 'dist/engines')
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${name.replaceAll(' ', '-')}.png`)
  await writeFile(path, await engine.screenshot())
  process.stdout.write(`${engine.version} ended with the picture ${path}\n`)
}

const CONNECT = { css: '[data-intent=connect]' }
const MENU_BUTTON = { css: '.menu-button-app' }

async function openHome(walker: Walker, { demo }: OpenWorld): Promise<void> {
  await walker.open(`${demo.messengerUrl}/?conditions`)
  await walker.press('page', testId('start'))
  await walker.press('page', MENU_BUTTON)
  await walker.see('mini-app', text('@ada_fisher'))
}

async function linkTon(walker: Walker): Promise<void> {
  await walker.press('mini-app', CONNECT)
  await answerInTelegram(walker, en)
  await seeLinked(walker)
}

/** From the choice, with one of the accounts of Wallet in Telegram, which both members share. */
async function answerInTelegram(
  walker: Walker,
  { connect }: AppMessages,
  account: TonAccountKind = 'v5r1',
): Promise<void> {
  await walker.press('mini-app', button(connect.walletInTelegram('Wallet')))
  await walker.see('wallet', testId('approve'))
  await walker.evaluate(
    'wallet',
    `const select = document.querySelector('[data-testid=account]')
    select.value = '${account}'
    select.dispatchEvent(new Event('change', { bubbles: true }))`,
  )
  await walker.press('wallet', testId('approve'))
}

async function linkEvm(walker: Walker): Promise<void> {
  await walker.press('mini-app', CONNECT)
  await walker.press('mini-app', button('MetaMask'))
  if (!(await walker.evaluate('mini-app', `return 'userActivation' in navigator`)))
    await walker.press('mini-app', button(en.connect.openWallet))
  await walker.see('wallet', testId('request'))
  await walker.press('wallet', testId('approve'))
  await walker.see('wallet', testId('text'))
  await walker.press('wallet', testId('approve'))
  await seeLinked(walker)
}

/** Then Home again. */
async function seeLinked(walker: Walker): Promise<void> {
  await walker.see('mini-app', { css: '.hero', text: en.attempt.linked })
  await walker.press('page', { ...testId('messenger-secondary-button'), text: en.home.wallets })
  await walker.see('mini-app', CONNECT)
}

/** From Ada, with the proof, to Ilya. */
async function sendCard(walker: Walker, { demo }: OpenWorld): Promise<void> {
  await walker.press('mini-app', button('UQ'))
  await walker.press('mini-app', button(sharingEn.shareCard))
  await walker.press('mini-app', { css: 'label', text: sharingEn.proof.show })
  await walker.see('mini-app', { css: 'input:checked' })
  await walker.press('mini-app', button(sharingEn.send))
  await walker.press('page', testId(`pick-${directChat(demo)}`))
  await walker.press('page', testId('picker-send'))
  await walker.miss('page', testId('chat-picker'))
  await walker.press('page', testId('messenger-close'))
}

function directChat({ world }: OpenWorld['demo']): number {
  const chat = world
    .snapshot()
    .chats.find(
      ({ kind, members }) => kind === 'direct' && [ADA, ILYA].every((id) => members.includes(id)),
    )
  if (chat === undefined) throw new Error('no chat between the two')
  return chat.id
}

async function checkCard(walker: Walker, { demo }: OpenWorld): Promise<void> {
  await walker.press('page', testId('chat-back'))
  await walker.press('page', { css: '.person', text: 'Илья' })
  await walker.press('page', testId(`chat-${directChat(demo)}`))
  await walker.press('page', testId('inline-button'))
  await walker.press('mini-app', button(sharingRu.proof.check))
  await walker.see('mini-app', text(sharingRu.proof.holds))
  await walker.press('page', testId('messenger-close'))
}

/** Ilya, who has no wallet, follows the link of a request. */
async function answerRequest(walker: Walker, { demo }: OpenWorld): Promise<void> {
  await askGroup({ demo })
  await walker.press('page', testId('chat-back'))
  await walker.press('page', testId('chat-group'))
  await walker.press('page', { ...testId('inline-button'), text: 'Take part' })
  await walker.see('mini-app', text(requestRu.asks.operator('Clasp')))
  await walker.press('page', testId('messenger-main-button'))
  await answerInTelegram(walker, ru, 'v4r2')
  await walker.see('mini-app', text(requestRu.answered))
  await walker.press('page', button('Allow'))
  await walker.press('page', testId('messenger-close'))
}

async function readPersian(walker: Walker, { demo }: OpenWorld): Promise<void> {
  demo.world.setLanguage(ILYA, 'fa')
  await walker.press('page', testId('open-direct-link'))
  await walker.see('mini-app', text(fa.home.wallets))
  const direction = 'return getComputedStyle(document.body).direction'
  expect(await walker.evaluate('mini-app', direction)).toBe('rtl')
}

/** At Home, in Persian. */
async function loseServer(walker: Walker, relay: TestRelay): Promise<void> {
  await walker.press('mini-app', CONNECT)
  await walker.see('mini-app', button(fa.connect.walletInTelegram('Wallet')))
  await relay.cut()
  await walker.press('mini-app', button(fa.connect.walletInTelegram('Wallet')))
  await walker.see('mini-app', text(fa.problems['server-unreachable']))
  await relay.fix()
  await walker.press('page', testId('messenger-back'))
  await walker.press('mini-app', CONNECT)
  await answerInTelegram(walker, fa, 'v3r2')
  await walker.see('mini-app', { css: '.hero', text: fa.attempt.linked })
}
