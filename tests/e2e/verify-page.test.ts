import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import * as v from 'valibot'
import { beforeAll, describe, expect, onTestFinished } from 'vitest'
import { buildVerifierPage } from '#build/verifier-page.ts'
import { createTonChain } from '#demo/ton/chain.ts'
import { createToncenterRoutes } from '#demo/ton/toncenter-routes.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { writeVerdict } from '#verifier/main.ts'
import { test } from '#tests/support/e2e-test.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import {
  findVector,
  makeProofVectors,
  readDocument,
  trustOf,
} from '#tests/support/proof-vectors.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'
import {
  FORMER_KEY,
  type GivenProof,
  judgeScript,
  PageAnswerSchema,
  saveVerifierPage,
} from '#tests/support/verifier-page.ts'

const vectors = await makeProofVectors()
const START_MS = 60_000

let html: string
beforeAll(async () => void (html = await buildVerifierPage()), START_MS)

/** The page from a disk. */
async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ locale: 'en', ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  /** All that it requests or logs. */
  const noise: string[] = []
  page.on('request', (request) => noise.push(request.url()))
  page.on('console', (message) => noise.push(message.text()))
  page.on('pageerror', (error) => noise.push(error.message))
  const address = await saveVerifierPage(html)
  await page.goto(address)
  await page.getByRole('heading').getByText(/./).waitFor()
  return { page, noise, address }
}

async function judge(page: Page, given: GivenProof) {
  const said = await page.evaluate<unknown>(`(async () => { ${judgeScript(given)} })()`)
  return v.parse(PageAnswerSchema, said)
}

/** The sentences of our library, without what the page writes in its own way: the name in CAIP-10, and times. */
async function sentencesOf(given: GivenProof): Promise<string[]> {
  const loginKeys = given.loginKeys?.map(({ jwk }) => ({ name: 'named', jwk }))
  const trust = trustOf({ ...given, ...(loginKeys && { loginKeys }) }, given.telegramKey)
  const verdict = await verifyProof(given.document, { now: Date.now(), ...trust })
  if (verdict.verdict === 'unreadable') return []
  return writeVerdict(verdict)
    .map((line) => line.replaceAll(/ \((?:tvm|eip155):[^)]+\)/g, ''))
    .filter((line) => !/\d{4}-\d\d-\d\dT/.test(line))
}

const PROOF = findVector(vectors, 'evm-message-key').document
const WALLET = 'UQAG3CCItOSKJXt9vDhG2HDuP9jKAVjeWsVlgEyCp-iud6YC'

describe('the page to check a proof, from a disk and without a network', () => {
  test('says of every vector what the vector expects, in the sentences of the library', async ({
    browser,
  }) => {
    const { page, noise, address } = await openPage(browser, { offline: true })
    for (const vector of vectors.filter(({ name }) => name !== FORMER_KEY)) {
      const said = await judge(page, vector)
      expect([vector.name, said]).toMatchObject([vector.name, { checks: [], ...vector.expected }])
      const shown = said.paragraphs.join(' ')
      for (const sentence of await sentencesOf(vector)) expect(shown).toContain(sentence)
    }
    expect(noise).toEqual([address])
  })

  test.for([
    [
      'ton-text-v4r2',
      `The key of ${WALLET} signed a message that names Telegram account 5000000001.`,
    ],
    ['evm-contract', 'If the chain confirms it: the contract 0x'],
    ['quorum-ton', '2 of 3 owners (2 needed) of the multisig '],
    ['evm-message-other-signer', 'A check failed. Nothing shows that this was ever true.'],
    ['form-unknown-evidence-member', 'The file does not have the form of a proof: evidence.app'],
  ] as const)('says of %s: %s', async ([name, sentence], { browser }) => {
    const { page } = await openPage(browser)
    const { paragraphs } = await judge(page, findVector(vectors, name))
    expect(paragraphs.join(' ')).toContain(sentence)
  })

  const MEGABYTE = 1_024 * 1_024

  test.for<[string, () => string | Buffer, string]>([
    ['50 MB', () => ' '.repeat(50 * MEGABYTE), 'The file is longer than 262144 bytes.'],
    ['a web page', () => '<!doctype html><script>alert(1)</script>', 'The file is not JSON.'],
    ['nothing', () => '', 'The file is not JSON.'],
    ['bytes', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]), 'The file is not UTF-8'],
    ['UTF-16', () => Buffer.from(PROOF, 'utf16le'), 'The file is not JSON.'],
    ['a byte order mark', () => `\uFEFF${PROOF}`, 'The file is not UTF-8'],
    [
      'a name of markup and of marks that turn a line around',
      () => PROOF.replace('"format"', '"\\u202e<img src=x onerror=alert(1)>":1,"format"'),
      'The file does not have the form of a proof: \u2068\\u202e<img src=x',
    ],
  ])('says one sentence of a file with %s', async ([, content, sentence], { browser }) => {
    const { page, noise, address } = await openPage(browser)
    const path = join(await makeTemporaryFolder('given'), 'proof.json')
    await writeFile(path, content())
    await page.locator('#file').setInputFiles(path)
    const answer = page.locator('#answer')
    await answer.getByRole('heading', { name: 'Not a proof' }).waitFor()
    const paragraphs = await answer.locator('p').allTextContents()
    expect(paragraphs).toEqual([expect.stringContaining(sentence)])
    expect(noise).toEqual([address])
  })

  test('takes a proof that is dropped or chosen or pasted, and forgets it with the text', async ({
    browser,
  }) => {
    const { page } = await openPage(browser)
    const answer = page.locator('#answer')
    const give = (type: 'drop' | 'paste', text: string) =>
      page.evaluate(
        ([event, content]) => {
          const data = new DataTransfer()
          data.items.add(new File([content], 'proof.json'))
          const init = { bubbles: true, cancelable: true }
          document.dispatchEvent(
            event === 'drop'
              ? new DragEvent('drop', { ...init, dataTransfer: data })
              : new ClipboardEvent('paste', { ...init, clipboardData: data }),
          )
        },
        [type, text] as const,
      )
    await give('drop', PROOF)
    await answer.getByRole('heading', { name: 'Every check passed' }).waitFor()
    await give('paste', '{}')
    await answer.getByRole('heading', { name: 'Not a proof' }).waitFor()
    await page.getByRole('textbox').first().fill(PROOF)
    await answer.getByRole('heading', { name: 'Every check passed' }).waitFor()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text', ' '.repeat(50 * 1_024 * 1_024))
      const init = { bubbles: true, cancelable: true, clipboardData: data }
      document.querySelector('#text')?.dispatchEvent(new ClipboardEvent('paste', init))
    })
    await answer.getByText('The file is longer than 262144 bytes.').waitFor()
    await page.getByRole('textbox').first().fill('')
    await answer.waitFor({ state: 'hidden' })
  })

  test('speaks the four languages, each in its direction, also of what it has said already', async ({
    browser,
  }) => {
    const { page } = await openPage(browser, { locale: 'fa-IR' })
    const root = page.locator('html')
    expect(await root.getAttribute('dir')).toBe('rtl')
    await judge(page, { document: PROOF })
    const claims: (string | null)[] = []
    for (const name of ['English', 'Русский', 'Español', 'فارسی']) {
      await page.getByRole('button', { name }).click()
      claims.push(await page.locator('.claim').textContent())
      expect(await page.locator('body').innerText()).not.toContain('undefined')
    }
    expect(claims).toEqual([
      expect.stringContaining('The key of'),
      expect.stringContaining('Ключ кошелька'),
      expect.stringContaining('La clave de'),
      expect.stringContaining('کلید'),
    ])
    expect(await root.getAttribute('lang')).toBe('fa')
  })

  test('prints what follows and the checks, and nothing to press', async ({ browser }) => {
    const { page } = await openPage(browser)
    await judge(page, { document: PROOF })
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.claim').isVisible()).toBe(true)
    expect(await page.locator('button:visible, input:visible, textarea:visible').count()).toBe(0)
  })
})

const answer = (response: Parameters<Route['fulfill']>[0]) => (route: Route) =>
  route.fulfill({ headers: { 'access-control-allow-origin': '*' }, ...response })

async function getFacts() {
  const verdict = await verifyProof(PROOF, { now: Date.now() })
  if (!('facts' in verdict)) throw new Error('no facts')
  return verdict.facts
}

const ASK = 'Ask app.example.org whether the wallet is still linked'
const SINCE = '2026-11-20T12:00:00.000Z'
test.for<[string, (route: Route) => Promise<void>, string]>([
  [
    'that knows the link',
    answer({ json: { status: 'linked', since: SINCE } }),
    'app.example.org says that the wallet is linked with this proof, since November 20, 2026 at 12:00:00 PM UTC. That is the word of the operator, which nothing here confirms.',
  ],
  [
    'that knows its end',
    answer({ json: { status: 'ended', since: SINCE } }),
    'app.example.org says that this proof ended at November 20, 2026 at 12:00:00 PM UTC: the wallet was unlinked, or has a newer proof.',
  ],
  ['that knows nothing', answer({ status: 404 }), 'app.example.org knows no such proof: '],
  ['that is busy', answer({ status: 429 }), 'app.example.org is asked too often at the moment.'],
  ['of another kind', answer({ body: '<p>linked</p>' }), 'app.example.org did not say whether '],
  [
    'that lets only others read',
    answer({ headers: { 'access-control-allow-origin': 'https://other.example' } }),
    'could not be reached.',
  ],
  ['that is away', (route) => route.abort(), 'Check the connection and ask again.'],
])(
  'the site of a proof %s is asked only by the button, which says so',
  async ([, reply, sentence], { browser }) => {
    const { page, noise, address } = await openPage(browser)
    await page.route('https://app.example.org/**', reply)
    const { digest } = await getFacts()
    await judge(page, { document: PROOF })
    expect(noise).toEqual([address])
    await page.getByRole('button', { name: ASK }).click()
    const said = page.locator('#answer .status').getByText(/\w/)
    await said.waitFor()
    expect((await said.textContent())?.replaceAll(/[\u2066-\u2069]/g, '')).toContain(sentence)
    expect(noise[1]).toBe(`https://app.example.org/proofs/${digest}`)
    expect(
      await page.getByRole('button', { name: ASK }).evaluate((one) => one.matches(':focus')),
    ).toBe(true)
    await page.getByRole('button', { name: 'فارسی' }).click()
    expect(await said.textContent()).toMatch(/[آ-ی]/)
    await judge(page, { document: ` ${PROOF}` })
    expect(await page.locator('#answer .status').textContent()).toBe('')
  },
)

test('the site of a proof that is refused has nothing to say, so there is no button', async ({
  browser,
}) => {
  const { page } = await openPage(browser)
  await judge(page, findVector(vectors, 'evm-message-other-signer'))
  expect(await page.getByRole('button', { name: /^Ask/ }).count()).toBe(0)
})

/** A chain on which the wallet of `ton-proof-anchor-key` is not deployed, and how often it was asked. */
async function startNode() {
  const routes = createToncenterRoutes(await createTonChain())
  const asked: string[] = []
  const app = new Hono().use(cors()).all('*', (c) => {
    asked.push(c.req.path)
    return routes.fetch(c.req.raw)
  })
  return { url: (await listenForTest(app)).url, asked }
}

/** A proof of which only the chain of now can confirm the key. */
function withoutBlock(): string {
  const document = readDocument(findVector(vectors, 'ton-proof-anchor-key'))
  if (document.evidence.type !== 'ton-proof') throw new Error('no ton_proof')
  const { block: _, ...chainKey } = document.evidence.chainKey ?? {}
  return JSON.stringify({ ...document, evidence: { ...document.evidence, chainKey } })
}

describe('a node', () => {
  test('is asked only once the reader names it, and the sentence says that it is its word', async ({
    browser,
  }) => {
    const { url, asked } = await startNode()
    const { page, noise, address } = await openPage(browser)
    const { paragraphs } = await judge(page, { document: withoutBlock() })
    expect(paragraphs[0]).toMatch(/^If the chain confirms it: the key of /)
    expect([asked, noise]).toEqual([[], [address]])
    await page.getByText('Ask a chain, or trust another key').click()
    await page.getByLabel('Address of a node of the chain').fill(url)
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText(/^The node that was asked says now: the key of /).waitFor()
    expect(asked).not.toEqual([])
    expect(noise.slice(1).every((line) => line.startsWith(url))).toBe(true)
  })

  test.for([
    ['node', 'ftp://example.org', 'The address starts with https://, or is on this device.'],
    ['node', 'http://example.org', 'The address starts with https://, or is on this device.'],
    ['key', 'abc', 'A key is “test”, or 64 hex digits, or a JWK set.'],
  ] as const)('a %s such as %s is refused', async ([field, value, sentence], { browser }) => {
    const { page, noise } = await openPage(browser)
    await page.getByText('Ask a chain, or trust another key').click()
    await page.locator(`#${field}`).fill(value)
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByRole('alert').getByText(sentence).waitFor()
    expect(noise).toHaveLength(1)
  })
})
