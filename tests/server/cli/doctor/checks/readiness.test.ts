import { expect, test } from 'vitest'
import { checkReadiness } from '#server/cli/doctor/checks/server.ts'
import { startSite, testAsk } from '#tests/support/doctor-site.ts'

test('a server that can do its work is ready', async () => {
  const site = await startSite({ '/readyz': { body: 'ready' } })
  const findings = await checkReadiness({ publicUrl: site.url, ask: testAsk() })
  expect(findings).toMatchObject([{ status: 'ok' }])
})

test('a server whose database is away is a failure', async () => {
  const site = await startSite({ '/readyz': { status: 503 } })
  const findings = await checkReadiness({ publicUrl: site.url, ask: testAsk() })
  expect(findings).toMatchObject([
    { status: 'failure', found: 'The server runs and is not ready (status 503).' },
  ])
})
