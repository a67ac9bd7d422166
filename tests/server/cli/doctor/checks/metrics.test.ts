import { expect, test } from 'vitest'
import { checkMetrics } from '#server/cli/doctor/checks/metrics.ts'
import { fixes, startSite, testAsk } from '#tests/support/doctor-site.ts'

async function check(status: number) {
  const site = await startSite({ '/metrics': { status } })
  return checkMetrics({ publicUrl: site.url, ask: testAsk() })
}

test.each([401, 404])('metrics that strangers get %i for are well', async (status) => {
  expect(await check(status)).toMatchObject([{ status: 'ok' }])
})

test('metrics that are open are a failure', async () => {
  const findings = await check(200)
  expect(findings).toMatchObject([{ status: 'failure' }])
  expect(fixes(findings)[0]).toContain('METRICS_LISTEN')
})
