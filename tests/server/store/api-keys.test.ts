import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { MINUTE, NOON, sampleApiKey } from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const hashOf = (text: string) => Buffer.alloc(32, text)

describeStore('API keys', (stage) => {
  test('a key is found by its hash, with name and scopes', async () => {
    const key = { name: 'shop', scopes: ['wallets:read', 'events:read'] } as const
    const added = await stage.store.addApiKey(
      { ...key, scopes: [...key.scopes], hash: hashOf('a') },
      NOON,
    )
    expect(added).toMatchObject({ ...key, createdAt: NOON, revokedAt: null })
    expect(await stage.store.findApiKey(hashOf('a'))).toEqual(added)
    expect(await stage.store.findApiKey(hashOf('b'))).toBeUndefined()
  })

  test('a revoked key is not found, is still listed, and its name is never given again', async () => {
    const hash = hashOf('a')
    await stage.store.addApiKey({ name: 'shop', scopes: [], hash }, NOON)
    expect(await stage.store.revokeApiKey('shop', NOON + 1)).toBe(true)
    expect(await stage.store.revokeApiKey('shop', NOON + 2)).toBe(false)
    expect(await stage.store.revokeApiKey('nobody', NOON)).toBe(false)
    expect(await stage.store.findApiKey(hash)).toBeUndefined()
    const again = { name: 'shop', scopes: [], hash: hashOf('b') }
    expect(await stage.store.addApiKey(again, NOON)).toBe('name-taken')
    expect(await stage.store.listApiKeys()).toMatchObject([{ name: 'shop', revokedAt: NOON + 1 }])
  })

  test('20 concurrent keys of one name give exactly one', async () => {
    const added = await Promise.all(
      Array.from({ length: 20 }, () =>
        stage.store.addApiKey({ name: 'shop', scopes: [], hash: randomBytes(32) }, NOON),
      ),
    )
    expect(added.filter((key) => key !== 'name-taken')).toHaveLength(1)
    expect(await stage.store.listApiKeys()).toHaveLength(1)
  })

  test('a scope that this version does not know grants nothing', async () => {
    await stage.store.addApiKey({ name: 'shop', scopes: ['wallets:read'], hash: hashOf('a') }, NOON)
    await stage.alter(`update api_keys set scopes = 'wallets:read wallets:burn'`)
    expect(await stage.store.findApiKey(hashOf('a'))).toMatchObject({ scopes: ['wallets:read'] })
  })
})

describeStore('Idempotency-Keys', (stage) => {
  const LEASE = { leaseMs: MINUTE }

  async function sampleClaim(request = 'request') {
    const { id: keyId } = await sampleApiKey(stage.store)
    return { keyId, keyHash: hashOf('key'), requestHash: hashOf(request), ...LEASE }
  }

  test('the first request is claimed; a repetition is busy, then replied with the same reply', async () => {
    const claim = await sampleClaim()
    const reply = { status: 201, body: '{"code":"r1_secret"}' }
    expect(await stage.store.claimIdempotencyKey(claim, NOON)).toEqual({ outcome: 'claimed' })
    expect(await stage.store.claimIdempotencyKey(claim, NOON)).toEqual({ outcome: 'busy' })
    await stage.store.settleIdempotencyKey(claim, reply)
    const again = await stage.store.claimIdempotencyKey(claim, NOON + 9 * MINUTE)
    expect(again).toEqual({ outcome: 'replied', reply })
  })

  test('a reply without a body is replied without one', async () => {
    const claim = await sampleClaim()
    await stage.store.claimIdempotencyKey(claim, NOON)
    await stage.store.settleIdempotencyKey(claim, { status: 204, body: null })
    expect(await stage.store.claimIdempotencyKey(claim, NOON)).toEqual({
      outcome: 'replied',
      reply: { status: 204, body: null },
    })
  })

  test('attack: a key used for another request is refused, settled or not', async () => {
    const claim = await sampleClaim()
    const other = { ...claim, requestHash: hashOf('another request') }
    await stage.store.claimIdempotencyKey(claim, NOON)
    expect(await stage.store.claimIdempotencyKey(other, NOON)).toEqual({ outcome: 'reused' })
    await stage.store.settleIdempotencyKey(claim, { status: 204, body: null })
    expect(await stage.store.claimIdempotencyKey(other, NOON)).toEqual({ outcome: 'reused' })
  })

  test("one API key's claims are nothing to another", async () => {
    const claim = await sampleClaim()
    const { id: keyId } = await sampleApiKey(stage.store, 'other')
    await stage.store.claimIdempotencyKey(claim, NOON)
    const other = await stage.store.claimIdempotencyKey({ ...claim, keyId }, NOON)
    expect(other).toEqual({ outcome: 'claimed' })
  })

  test('50 concurrent claims give exactly one winner', async () => {
    const claim = await sampleClaim()
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => stage.store.claimIdempotencyKey(claim, NOON)),
    )
    expect(outcomes.filter(({ outcome }) => outcome === 'claimed')).toHaveLength(1)
    expect(outcomes.filter(({ outcome }) => outcome === 'busy')).toHaveLength(49)
  })

  test('a released key may be used again, a settled one cannot be released', async () => {
    const claim = await sampleClaim()
    await stage.store.claimIdempotencyKey(claim, NOON)
    await stage.store.releaseIdempotencyKey(claim)
    expect(await stage.store.claimIdempotencyKey(claim, NOON)).toEqual({ outcome: 'claimed' })
    await stage.store.settleIdempotencyKey(claim, { status: 204, body: null })
    await stage.store.releaseIdempotencyKey(claim)
    const after = await stage.store.claimIdempotencyKey(claim, NOON)
    expect(after).toMatchObject({ outcome: 'replied' })
  })

  test('a claim whose process is gone is free once its lease has run out', async () => {
    const claim = await sampleClaim()
    await stage.store.claimIdempotencyKey(claim, NOON)
    const early = await stage.store.claimIdempotencyKey(claim, NOON + MINUTE - 1)
    expect(early).toEqual({ outcome: 'busy' })
    const late = await stage.store.claimIdempotencyKey(claim, NOON + MINUTE)
    expect(late).toEqual({ outcome: 'claimed' })
  })

  test('a clock that is set back by a day does not keep a claim for that day', async () => {
    const claim = await sampleClaim()
    await stage.store.claimIdempotencyKey(claim, NOON + 24 * 60 * MINUTE)
    expect(await stage.store.claimIdempotencyKey(claim, NOON)).toEqual({ outcome: 'claimed' })
  })

  test('the body of a reply is sealed', async () => {
    const claim = await sampleClaim()
    await stage.store.claimIdempotencyKey(claim, NOON)
    await stage.store.settleIdempotencyKey(claim, { status: 200, body: 'a telling body' })
    const { idempotent_replies: rows = [] } = await stage.dump()
    expect(rows).toHaveLength(1)
    const bytes = rows.flatMap((row) => Object.values(row)).map((value) => toText(value))
    expect(bytes.join()).not.toContain('telling')
  })
})

function toText(value: unknown): string {
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('latin1')
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
}
