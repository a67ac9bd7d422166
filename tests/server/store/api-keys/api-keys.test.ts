import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import type {
  HostEffects,
  IdempotentRequest,
  StoredReply,
} from '#server/store/api-keys/idempotency-keys.ts'
import { newRequest, NOON, sampleApiKey, atOnce } from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const DoneSchema = v.object({
  outcome: v.literal('done'),
  reply: v.object({ status: v.literal(201), body: v.string() }),
})

const getHash = (text: string) => Buffer.alloc(32, text)

/** Makes a connect request and replies with its code. */
const make =
  ({ keyId }: IdempotentRequest) =>
  async (effects: HostEffects) => {
    const { code } = await effects.createRequest(newRequest({ keyId }))
    return { reply: { status: 201, body: code }, isFinal: true, userId: null }
  }

describeStore('API keys', (stage) => {
  test('a key is found by its hash, with name and scopes', async () => {
    const key = { name: 'shop', scopes: ['wallets:read', 'events:read'] } as const
    const added = await stage.store.addApiKey(
      { ...key, scopes: [...key.scopes], hash: getHash('a') },
      NOON,
    )
    expect(added).toMatchObject({ ...key, createdAt: NOON, revokedAt: null })
    expect(await stage.store.findApiKey(getHash('a'))).toEqual(added)
    expect(await stage.store.findApiKey(getHash('b'))).toBeUndefined()
  })

  test('a revoked key is not found, is still listed, and its name is never given again', async () => {
    const hash = getHash('a')
    await stage.store.addApiKey({ name: 'shop', scopes: [], hash }, NOON)
    expect(await stage.store.revokeApiKey('shop', NOON + 1)).toBe(true)
    expect(await stage.store.revokeApiKey('shop', NOON + 2)).toBe(false)
    expect(await stage.store.revokeApiKey('nobody', NOON)).toBe(false)
    expect(await stage.store.findApiKey(hash)).toBeUndefined()
    const again = { name: 'shop', scopes: [], hash: getHash('b') }
    expect(await stage.store.addApiKey(again, NOON)).toBe('name-taken')
    expect(await stage.store.listApiKeys()).toMatchObject([{ name: 'shop', revokedAt: NOON + 1 }])
  })

  test('20 concurrent keys of one name give exactly one', async () => {
    const added = await atOnce(20, () =>
      stage.store.addApiKey({ name: 'shop', scopes: [], hash: randomBytes(32) }, NOON),
    )
    expect(added.filter((key) => key !== 'name-taken')).toHaveLength(1)
    expect(await stage.store.listApiKeys()).toHaveLength(1)
  })

  test('a scope that this version does not know grants nothing', async () => {
    await stage.store.addApiKey(
      { name: 'shop', scopes: ['wallets:read'], hash: getHash('a') },
      NOON,
    )
    await stage.alter(`update api_keys set scopes = 'wallets:read wallets:burn'`)
    expect(await stage.store.findApiKey(getHash('a'))).toMatchObject({ scopes: ['wallets:read'] })
  })
})

describeStore('Idempotency-Keys', (stage) => {
  const REPLY: StoredReply = { status: 201, body: '{"code":"r1_secret"}' }

  async function sampleKeyed(text = 'request') {
    const { id: keyId } = await sampleApiKey(stage.store)
    return { keyId, keyHash: getHash('key'), requestHash: getHash(text) }
  }

  const keep = (request: IdempotentRequest, reply = REPLY) =>
    stage.store.runOnce(request, NOON, () =>
      Promise.resolve({ reply, isFinal: true, userId: null }),
    )

  const countRequests = async () => (await stage.dump())['requests']?.length

  test('the first request runs; a repetition gets its reply and does not run', async () => {
    const request = await sampleKeyed()
    expect(await stage.store.findEarlierRequest(request)).toBeUndefined()
    const done = await stage.store.runOnce(request, NOON, make(request))
    const { reply } = v.parse(DoneSchema, done)
    const again = await stage.store.runOnce(request, NOON, make(request))
    expect(again).toEqual({ outcome: 'replied', reply })
    expect(await stage.store.findEarlierRequest(request)).toEqual(again)
    expect(await countRequests()).toBe(1)
  })

  test('a reply without a body is replied without one', async () => {
    const request = await sampleKeyed()
    const reply = { status: 204, body: null }
    expect(await keep(request, reply)).toEqual({ outcome: 'done', reply })
    expect(await keep(request)).toEqual({ outcome: 'replied', reply })
  })

  test('attack: a key used for another request is refused, and nothing is changed', async () => {
    const request = await sampleKeyed()
    const other = { ...request, requestHash: getHash('another request') }
    await keep(request)
    expect(await stage.store.findEarlierRequest(other)).toEqual({ outcome: 'reused' })
    const refused = await stage.store.runOnce(other, NOON, make(other))
    expect(refused).toEqual({ outcome: 'reused' })
    expect(await countRequests()).toBe(0)
  })

  test("one API key's Idempotency-Keys do not affect another’s", async () => {
    const request = await sampleKeyed()
    const { id: keyId } = await sampleApiKey(stage.store, 'other')
    await keep(request)
    expect(await keep({ ...request, keyId })).toMatchObject({ outcome: 'done' })
  })

  test('a reply that is not final leaves the key free', async () => {
    const request = await sampleKeyed()
    const reply = { status: 503, body: null }
    const refused = await stage.store.runOnce(request, NOON, () =>
      Promise.resolve({ reply, isFinal: false, userId: null }),
    )
    expect(refused).toEqual({ outcome: 'done', reply })
    expect(await stage.store.findEarlierRequest(request)).toBeUndefined()
    expect(await keep(request)).toEqual({ outcome: 'done', reply: REPLY })
  })

  test('a change that fails after it was made leaves nothing, and the key free', async () => {
    const request = await sampleKeyed()
    const failing = stage.store.runOnce(request, NOON, async (effects) => {
      await make(request)(effects)
      throw new Error('planted')
    })
    await expect(failing).rejects.toThrow('planted')
    expect(await countRequests()).toBe(0)
    expect(await stage.store.runOnce(request, NOON, make(request))).toMatchObject({
      outcome: 'done',
    })
    expect(await countRequests()).toBe(1)
  })

  test('a reply that cannot be stored takes its change back', async () => {
    const request = await sampleKeyed()
    await stage.alter('alter table idempotent_replies rename column claimed_at to gone')
    await expect(stage.store.runOnce(request, NOON, make(request))).rejects.toThrow(/claimed_at/)
    expect(await countRequests()).toBe(0)
    await stage.alter('alter table idempotent_replies rename column gone to claimed_at')
    await stage.store.runOnce(request, NOON, make(request))
    expect(await countRequests()).toBe(1)
  })

  test('one key sent 20 times to two stores at the same time makes one change, and all get its reply', async () => {
    const request = await sampleKeyed()
    const stores = [stage.store, await stage.openAnother()]
    const results = await Promise.all(
      stores.flatMap((store) =>
        Array.from({ length: 10 }, () => store.runOnce(request, NOON, make(request))),
      ),
    )
    expect(results.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
    expect(results.filter(({ outcome }) => outcome === 'replied')).toHaveLength(19)
    const replies = results.map((result) => 'reply' in result && result.reply.body)
    expect(new Set(replies).size).toBe(1)
    expect(await countRequests()).toBe(1)
  })
})
