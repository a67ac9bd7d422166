import { describe, expect, test } from 'vitest'
import { countedFetch } from '#server/metrics/counted-fetch.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { proofFor } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADA } from '#tests/support/people.ts'

const TOKEN = 'metrics-token-0123456789'
const BESIDE = { listen: null, token: TOKEN }
const APART = { host: '127.0.0.1', port: 9_000 }
const NO_GAUGES = { deliveryQueueAgeS: 0, missing: [] }

/** A member signs in, links a wallet, opens it and fails with another attempt. */
async function linkWallet(server: TestServer) {
  const { call, signIn, newAttempt } = server
  const token = await signIn()
  const attempt = await newAttempt(token)
  await call('PATCH', `/api/attempts/${attempt.id}`, {
    token,
    body: { state: 'awaiting-wallet', walletApp: 'Tonkeeper' },
  })
  const proof = proofFor(server, { payload: attempt.payload, seed: 7 })
  const linked = await call('POST', `/api/attempts/${attempt.id}/proof`, { token, body: proof })
  expect(linked.status).toBe(201)
  const other = await newAttempt(token)
  await call('PATCH', `/api/attempts/${other.id}`, {
    token,
    body: { state: 'awaiting-wallet', walletApp: 'Ada at 1 Main Street' },
  })
  await call('POST', `/api/attempts/${other.id}/proof`, { token, body: proof })
  await call('GET', `/api/attempts/${other.id}`, { token })
  return { token, attempt, other, proof }
}

describe('/metrics', () => {
  test('counts a whole linking and holds nothing that says who or which wallet', async () => {
    const server = await openTestServer({ metricsAccess: BESIDE })
    const { token, attempt, other, proof } = await linkWallet(server)
    await server.outcomes.stop()
    const response = await server.call('GET', '/metrics', { token: TOKEN })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/plain')
    const text = await response.text()

    expect(text).toContain(
      'clasp_http_requests_total{method="POST",route="/api/attempts/:id/proof",status="201"} 1',
    )
    expect(text).toContain(
      'clasp_attempts_total{outcome="linked",family="ton",platform="unknown",wallet="Tonkeeper"} 1',
    )
    expect(text).toContain(
      'clasp_attempts_total{outcome="ton-payload-mismatch",family="ton",platform="unknown",wallet="other"} 1',
    )
    expect(text).toContain('clasp_proof_seconds_count{family="ton"} 2')
    expect(text).toContain('clasp_delivery_queue_age_seconds 0')
    expect(text).toContain('process_resident_memory_bytes')
    const ofAttempts = [attempt.id, attempt.payload, other.id, token, proof.proof.signature]
    const ofMember = [proof.address, proof.address.slice(2), String(ADA.id), ADA.first_name]
    const secrets = ofAttempts.concat(ofMember, ADA.username, 'Main Street')
    // A measured value may hold the digits of an id by chance.
    const said = text.replaceAll(/ \S+$/gmu, '')
    for (const secret of secrets) expect(said).not.toContain(secret)
  })

  test('shows metrics only with METRICS_TOKEN', async () => {
    const server = await openTestServer({ metricsAccess: BESIDE })
    const refused = await server.call('GET', '/metrics')
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    expect(await refused.text()).toBe('')
    expect((await server.call('GET', '/metrics', { token: `${TOKEN}x` })).status).toBe(401)
    expect((await server.call('GET', '/metrics', { token: TOKEN })).status).toBe(200)
  })

  test('shows no metrics beside everything else without METRICS_TOKEN', async () => {
    const server = await openTestServer()
    expect((await server.call('GET', '/metrics')).status).toBe(404)
  })

  test.each([
    [null, undefined, 200],
    [TOKEN, undefined, 401],
    [TOKEN, TOKEN, 200],
  ])('on an address of their own, metrics with the token %s answer %s with %i', async (...row) => {
    const [token, presented, status] = row
    const server = await openTestServer({ metricsAccess: { listen: APART, token } })
    const { metricsApp } = server
    const headers = presented === undefined ? {} : { authorization: `Bearer ${presented}` }
    expect((await metricsApp?.request('/metrics', { headers }))?.status).toBe(status)
    expect((await metricsApp?.request('/', { headers }))?.status).toBe(404)
  })

  test('reads the database once a second at most', async () => {
    const server = await openTestServer({ metricsAccess: BESIDE })
    const { call } = server
    const read = async () => (await call('GET', '/metrics', { token: TOKEN })).text()
    const [first, second] = [await read(), await read()]
    expect(second).toBe(first)
  })

  test('shows metrics while the database is away, with an age of the queue that is not a number', async () => {
    const server = await openTestServer({ metricsAccess: BESIDE })
    await server.closeStore()
    const response = await server.call('GET', '/metrics', { token: TOKEN })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain('clasp_delivery_queue_age_seconds Nan')
    expect(text).toContain('clasp_ready{part="database"} 0')
    expect(text).toContain('clasp_ready{part="bot"} 1')
  })

  test('metrics do not grow with unknown paths', async () => {
    const server = await openTestServer({ metricsAccess: BESIDE })
    for (const path of ['/a', '/b', '/api/c', '/api/d', '/wallet-icons/e', '/wallet-icons/f']) {
      await server.call('GET', path)
    }
    const text = await (await server.call('GET', '/metrics', { token: TOKEN })).text()
    const routes = new Set(text.match(/clasp_http_requests_total\{[^}]*\}/g))
    expect(routes.size).toBe(3)
  })
})

describe('metrics', () => {
  test('metrics put every unusual method under one label', async () => {
    const metrics = createMetrics()
    for (const method of ['PROPFIND', 'LOCK']) {
      metrics.request({ method, route: '/*', status: 404, ms: 1 })
    }
    const { text } = await metrics.expose(NO_GAUGES)
    expect(text).toContain('clasp_http_requests_total{method="other",route="/*",status="404"} 2')
  })

  test('metrics count the tries of deliveries and their time', async () => {
    const metrics = createMetrics()
    metrics.delivery('delivered', 20)
    metrics.delivery('retrying', 14_000)
    const { text } = await metrics.expose({ ...NO_GAUGES, deliveryQueueAgeS: 61 })
    expect(text).toContain('clasp_deliveries_total{outcome="delivered"} 1')
    expect(text).toContain('clasp_deliveries_total{outcome="retrying"} 1')
    expect(text).toContain('clasp_delivery_seconds_sum 14.02')
    expect(text).toContain('clasp_delivery_queue_age_seconds 61')
  })

  test('metrics of two servers in one process do not mix', async () => {
    const [one, other] = [createMetrics(), createMetrics()]
    one.delivery('dead', 1)
    const { text } = await other.expose(NO_GAUGES)
    expect(text).toContain('clasp_deliveries_total{outcome="dead"} 0')
  })

  test('metrics know of each upstream whether it answered last, and how often it did not', async () => {
    const metrics = createMetrics()
    const answers = [503, 200]
    const fetch = countedFetch(
      () => Promise.resolve(new Response(null, { status: answers.shift() ?? 200 })),
      'toncenter',
      metrics,
    )
    const broken = countedFetch(() => Promise.reject(new Error('down')), 'wallets-list', metrics)
    const health = () =>
      Object.fromEntries(metrics.upstreams().map(({ name, ...rest }) => [name, rest]))
    await fetch()
    expect(health()).toMatchObject({
      toncenter: { health: 'down', failures: 1 },
      telegram: { health: 'unknown', failures: 0 },
    })
    await fetch()
    await expect(broken()).rejects.toThrow('down')
    expect(health()).toMatchObject({
      toncenter: { health: 'up', failures: 1 },
      'wallets-list': { health: 'down', failures: 1 },
    })
  })
})
