import { randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { checkWebhookReceiver } from '#server/cli/doctor/checks/webhook-receiver.ts'
import { makeCertificate } from '#tests/support/doctor-certificate.ts'
import { lines, type SiteRequest, type SiteRoute, startSite } from '#tests/support/doctor-site.ts'
import { freePort } from '#tests/support/free-port.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'

const SECRET = `whsec_${randomBytes(32).toString('base64')}`
const QUERY = 'key=a-key-of-the-receiver'

/** Handles a message as an operator's receiver does. */
function verify({ headers, body }: SiteRequest): { status: number } {
  const signed = {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  }
  try {
    new Webhook(SECRET).verify(body, signed)
    return { status: 204 }
  } catch {
    return { status: 401 }
  }
}

async function check(route: SiteRoute, ownNetwork = ['127.0.0.1']) {
  const site = await startSite({ '/events': route })
  const webhook = {
    url: `${site.url}/events?${QUERY}`,
    secrets: [SECRET],
    ownNetwork: new Set(ownNetwork),
  } as const
  const findings = await checkWebhookReceiver({ webhook, now: Date.now })
  expect(JSON.stringify(findings)).not.toContain(QUERY)
  expect(JSON.stringify(findings)).not.toContain(SECRET)
  return { findings: lines(findings), requests: site.requests }
}

test('a receiver that verifies takes the signed test and refuses the false one', async () => {
  const { findings, requests } = await check(verify)
  expect(findings[0]).toMatch(/^ok: .* takes a signed test and refuses a false one\.$/)
  expect(requests).toHaveLength(2)
  for (const { body } of requests) {
    expect(JSON.parse(body)).toMatchObject({ type: 'clasp.test', data: {} })
  }
})

test('a receiver that takes a false signature is a failure, because it does not verify', async () => {
  const { findings } = await check({ status: 200 })
  expect(findings[0]).toMatch(/^failure: .* takes a message with a false signature\.$/)
})

test('a receiver with another secret is a failure, because it refuses the signed test', async () => {
  const { findings } = await check({ status: 401 })
  expect(findings[0]).toMatch(/^failure: .* answers a signed test with status 401\.$/)
})

test('a receiver that redirects is a failure', async () => {
  const { findings } = await check({ status: 307, headers: { location: '/elsewhere' } })
  expect(findings[0]).toMatch(/^failure: .* with status 307\.$/)
})

test('a private address that is not allowed is a failure, and nothing is sent', async () => {
  const { findings, requests } = await check(verify, [])
  expect(findings[0]).toMatch(/^failure: .* has a private address/)
  expect(requests).toEqual([])
})

test('a receiver that is down is a failure', async () => {
  const webhook = {
    url: `http://127.0.0.1:${await freePort()}/events`,
    secrets: [SECRET],
    ownNetwork: new Set(['127.0.0.1']),
  } as const
  const findings = await checkWebhookReceiver({ webhook, now: Date.now })
  expect(lines(findings)[0]).toMatch(/^failure: .* gives no answer \(unreachable\)\.$/)
})

test('a receiver whose certificate is not trusted is a failure, with the way to trust an own authority', async () => {
  const certificate = makeCertificate({ hostname: 'localhost', validTo: Date.now() + 3_600_000 })
  const server = createServer(certificate).on('tlsClientError', () => undefined)
  const { port } = await listenForTest(server)
  const webhook = {
    url: `https://localhost:${port}/events`,
    secrets: [SECRET],
    ownNetwork: new Set(['localhost']),
  } as const
  const [finding] = await checkWebhookReceiver({ webhook, now: Date.now })
  expect(finding?.found).toMatch(/ gives no answer \(tls\)\.$/)
  expect(JSON.stringify(finding)).toContain('NODE_EXTRA_CA_CERTS')
})

test('the doctor says that readers fetch the events when there is no receiver', async () => {
  const findings = await checkWebhookReceiver({ webhook: null, now: Date.now })
  expect(findings).toMatchObject([{ status: 'ok' }])
})
