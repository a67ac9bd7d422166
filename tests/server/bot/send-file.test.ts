import { beforeEach, describe, expect, test } from 'vitest'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import { createApi } from '#server/bot/create-api.ts'
import { createSendFile } from '#server/bot/send-file.ts'
import type { Quorum } from '#proof/document.ts'
import { MAX_PROOF_BYTES } from '#shared/limits.ts'
import { buildProof } from '#server/proofs/build-proof.ts'
import type { SentFile } from '#server/proofs/file-sender.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import { sampleProof } from '#tests/support/proof-samples.ts'
import { sampleProfile } from '#tests/support/store-samples.ts'
import { BOT_TOKEN, type BotStage, link, PUBLIC_URL, setStage } from './bot-harness.ts'

let stage: BotStage
beforeEach(async () => void (stage = await setStage()))

/** A member with a proof, and the bot that sends it over the wire. */
async function setScene(id: number, language: StoredUser['language'] = 'en') {
  const { store, clock, apiRoot, metrics } = stage
  const profile = sampleProfile({ telegramId: String(id), language })
  const member = await store.saveUser(profile, clock.now)
  const wallet = await link(stage, member.id)
  const stored = { wallet, telegramId: member.telegramId, evidence: sampleProof(), telegram: null }
  const document = buildProof(stored, clock.now)
  if (document === null) throw new Error('there is no proof')
  const send = createSendFile(createApi({ token: BOT_TOKEN, apiRoot, metrics }, 10), PUBLIC_URL)
  return {
    document,
    wallet,
    telegramId: member.telegramId,
    send: () => send(member, { kind: 'proof', wallet, document }),
    sendOther: (file: SentFile) => send(member, file),
  }
}

/** As many owners as this, who all show who they are. Nobody has signed anything. */
function sampleQuorum(owners: number): Quorum {
  const agreements = Array.from({ length: owners }, (_, index) => ({
    owner: `0x${String(index).padStart(40, '0')}`,
    telegramId: String(5_000_000_000 + index),
    evidence: {
      type: 'evm-message' as const,
      message: 'x'.repeat(1_100),
      signature: `0x${'11'.repeat(65)}` as const,
    },
  }))
  const block = { number: 1, hash: `0x${'ab'.repeat(32)}` } as const
  const addresses = agreements.map(({ owner }) => owner)
  return { type: 'quorum', agreements, owners: addresses, threshold: owners, block }
}

describe('a proof that the bot sends', () => {
  test.each([
    [ADA, 'en', /^The proof of wallet/],
    [ILYA, 'ru', /^Доказательство/],
    [NEGAR, 'fa', /^مدرک/],
  ] as const)(
    'arrives as a file, with a line in the member’s language: %i',
    async (id, language, line) => {
      stage.world.grantWriteAccess(id)
      const { document, send } = await setScene(id, language)
      expect(await send()).toEqual({ outcome: 'delivered' })
      const message = stage.world.messages(id).at(-1)
      expect(message?.text).toMatch(line)
      expect(message?.text).not.toContain('\n')
      expect(message?.text).toContain(`${PUBLIC_URL}/verify`)
      expect(message?.file).toMatchObject({ name: 'clasp-proof.json', type: 'application/json' })
      const text = Buffer.from(message?.file?.base64 ?? '', 'base64').toString()
      expect(JSON.parse(text)).toEqual(document)
    },
  )

  test('the longest quorum that is handed out is a document as the bot sends it', async () => {
    stage.world.grantWriteAccess(ADA)
    const { wallet, telegramId, sendOther } = await setScene(ADA)
    const build = (owners: number) => {
      const stored = { wallet, telegramId, evidence: sampleQuorum(owners), telegram: null }
      return buildProof(stored, stage.clock.now)
    }
    const most = Array.from({ length: 255 }, (_, index) => index + 1).findLast(
      (owners) => build(owners) !== null,
    )
    expect(most).toBeGreaterThan(163)
    const document = build(most ?? 0)
    if (document === null) throw new Error('there is no proof')
    await sendOther({ kind: 'proof', wallet, document })
    const { base64 = '' } = stage.world.messages(ADA).at(-1)?.file ?? {}
    const { length } = Buffer.from(base64, 'base64')
    expect(length).toBeGreaterThan(MAX_PROOF_BYTES - 2_000)
    expect(length).toBeLessThanOrEqual(MAX_PROOF_BYTES)
  })

  test('a bot that may not write to the member sends nothing, and says so', async () => {
    const { send } = await setScene(ADA)
    expect(await send()).toEqual({ outcome: 'forbidden' })
    expect(stage.world.messages(ADA)).toEqual([])
  })

  test.each([
    [{ error_code: 500, description: 'Internal Server Error' }, null],
    [
      {
        error_code: 429,
        description: 'Too Many Requests: retry after 7',
        parameters: { retry_after: 7 },
      },
      7_000,
    ],
    [{ error_code: 400, description: 'Bad Request: strange' }, null],
  ])('a fault of Telegram is an outcome: %j', async (fault, retryAfterMs) => {
    stage.world.grantWriteAccess(ADA)
    const { send } = await setScene(ADA)
    stage.world.failNext('sendDocument', fault)
    expect(await send()).toEqual({ outcome: 'failed', retryAfterMs })
  })
})

test.each([
  [
    { kind: 'people', fileName: 'clasp-2026-11-20.csv', csv: 'answered\r\n' },
    { name: 'clasp-2026-11-20.csv', text: 'answered\r\n', line: /^The answers to your request/ },
  ],
  [
    { kind: 'data', document: { wallets: [] } },
    {
      name: 'clasp-data.json',
      text: '{\n  "wallets": []\n}\n',
      line: /^Everything that is stored/,
    },
  ],
] satisfies [SentFile, object][])('a file that is no proof is sent: %j', async (file, expected) => {
  stage.world.grantWriteAccess(ADA)
  const { sendOther } = await setScene(ADA)
  expect(await sendOther(file)).toEqual({ outcome: 'delivered' })
  const message = stage.world.messages(ADA).at(-1)
  expect(message?.text).toMatch(expected.line)
  expect(message?.file?.name).toBe(expected.name)
  expect(Buffer.from(message?.file?.base64 ?? '', 'base64').toString()).toBe(expected.text)
})
