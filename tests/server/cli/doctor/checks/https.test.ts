import { createServer } from 'node:tls'
import { expect, test } from 'vitest'
import { checkHttps } from '#server/cli/doctor/checks/https.ts'
import { createCertificateReader } from '#server/cli/doctor/read-certificate.ts'
import { makeCertificate, type TestCertificate } from '#tests/support/doctor-certificate.ts'
import { lines } from '#tests/support/doctor-site.ts'
import { freePort } from '#tests/support/free-port.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'

const DAY_MS = 86_400_000

async function serveTls({ cert, key }: TestCertificate): Promise<string> {
  const server = createServer({ cert, key }).on('tlsClientError', () => undefined)
  return `https://localhost:${(await listenForTest(server)).port}`
}

function check(publicUrl: string, authorities: string[]) {
  return checkHttps({
    publicUrl,
    readCertificate: createCertificateReader(authorities),
    signal: AbortSignal.timeout(5_000),
    now: Date.now,
  })
}

async function checkCertificate({
  hostname = 'localhost',
  days,
}: {
  hostname?: string
  days: number
}) {
  const made = makeCertificate({ hostname, validTo: Date.now() + (days + 0.5) * DAY_MS })
  return lines(await check(await serveTls(made), [made.cert]))
}

test('a certificate that is trusted, of this name and valid for long is well', async () => {
  expect(await checkCertificate({ days: 60 })).toEqual([
    'ok: The certificate is trusted and valid for 60 more days.',
  ])
})

test('a certificate that expires within two weeks is a warning', async () => {
  expect(await checkCertificate({ days: 9 })).toEqual([
    'warning: The certificate expires in 9 days.',
  ])
})

test('a certificate that has expired is a failure', async () => {
  expect(await checkCertificate({ days: -2 })).toEqual(['failure: The certificate has expired.'])
})

test('a certificate of another name is a failure', async () => {
  expect(await checkCertificate({ hostname: 'other.example', days: 60 })).toEqual([
    'failure: The certificate is for another host name.',
  ])
})

test('a certificate without a trusted issuer is a failure', async () => {
  const made = makeCertificate({ hostname: 'localhost', validTo: Date.now() + 60 * DAY_MS })
  expect(lines(await check(await serveTls(made), []))).toEqual([
    'failure: The certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
  ])
})

test('a port where no server listens is a failure', async () => {
  const [line] = lines(await check(`https://localhost:${await freePort()}`, []))
  expect(line).toMatch(/^failure: No TLS connection to localhost/)
})

test('plain http is a warning, because it is for development only', async () => {
  expect(lines(await check('http://127.0.0.1:3000', []))).toEqual([
    'warning: PUBLIC_URL is plain http on this machine: only for development.',
  ])
})
