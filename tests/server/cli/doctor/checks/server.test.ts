import { expect, test } from 'vitest'
import { VERSION } from '#server/config/version.ts'
import { checkServer } from '#server/cli/doctor/checks/server.ts'
import { fixes, startSite, testAsk } from '#tests/support/doctor-site.ts'
import { freePort } from '#tests/support/free-port.ts'

test('the doctor knows Clasp by its own answer', async () => {
  const headers = { 'x-clasp-version': VERSION }
  const site = await startSite({ '/healthz': { body: 'ok', headers } })
  const findings = await checkServer({ publicUrl: site.url, ask: testAsk() })
  expect(findings).toMatchObject([
    { status: 'ok' },
    { status: 'ok', found: `Version ${VERSION} runs.` },
  ])
})

test.each([
  ['another version', { 'x-clasp-version': '0.9.0' }, '0.9.0'],
  ['a server that does not say its version', {}, 'an older one'],
])('%s is a warning to restart', async (_, headers, runs) => {
  const site = await startSite({ '/healthz': { body: 'ok', headers } })
  const [, finding] = await checkServer({ publicUrl: site.url, ask: testAsk() })
  expect(finding).toEqual({
    status: 'warning',
    found: `Version ${VERSION} is installed, and ${runs} runs.`,
    fix: 'Restart the server (npm start).',
  })
})

test.each([
  ['a proxy without Clasp behind it', { status: 502, body: 'Bad Gateway' }],
  ["somebody else's server", { body: '<!doctype html>welcome' }],
  ['a redirect', { status: 301, headers: { location: 'https://elsewhere.example/' } }],
])('%s is a failure', async (_, route) => {
  const site = await startSite({ '/healthz': route })
  const findings = await checkServer({ publicUrl: site.url, ask: testAsk() })
  expect(findings).toMatchObject([{ status: 'failure' }])
  expect(fixes(findings)[0]).toContain('npm start')
})

test('a port where no server listens is a failure', async () => {
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const findings = await checkServer({ publicUrl, ask: testAsk() })
  expect(findings).toMatchObject([
    { status: 'failure', found: 'Nothing answers under PUBLIC_URL (ECONNREFUSED).' },
  ])
})
