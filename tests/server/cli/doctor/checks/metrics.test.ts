import { expect, test } from 'vitest'
import { checkMetrics } from '#server/cli/doctor/checks/metrics.ts'
import type { Probe } from '#server/cli/doctor/ask.ts'
import { fixes, startSite, testAsk } from '#tests/support/doctor-site.ts'

const TOKEN = 'a-token-of-the-metrics'

/** The public origin leads to the site, as a proxy does. */
function through(url: string): Probe {
  const ask = testAsk()
  return (asked, question) => ask(asked.replace('https://app.example.com', url), question)
}

async function check(status: number, metricsToken: string | null) {
  const site = await startSite({ '/metrics': { status } })
  const publicUrl = 'https://app.example.com'
  const findings = await checkMetrics({ publicUrl, metricsToken, ask: through(site.url) })
  expect(JSON.stringify(site.requests)).not.toContain(TOKEN)
  return findings
}

test('metrics that are closed to strangers are well', async () => {
  expect(await check(401, TOKEN)).toMatchObject([{ status: 'ok' }])
  expect(await check(404, null)).toMatchObject([{ status: 'ok' }])
})

test('metrics that are open on a public origin are a warning', async () => {
  const findings = await check(200, null)
  expect(findings).toMatchObject([{ status: 'warning' }])
  expect(fixes(findings)[0]).toContain('METRICS_TOKEN')
})

test('metrics that are open although a token is set are a failure', async () => {
  expect(await check(200, TOKEN)).toMatchObject([{ status: 'failure' }])
})

test('metrics that are open on this machine alone are well', async () => {
  const site = await startSite({ '/metrics': {} })
  const deps = { publicUrl: site.url, metricsToken: null, ask: testAsk() }
  expect(await checkMetrics(deps)).toMatchObject([{ status: 'ok' }])
})
