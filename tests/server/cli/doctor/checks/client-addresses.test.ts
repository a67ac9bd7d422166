import { expect, test } from 'vitest'
import { checkClientAddresses } from '#server/cli/doctor/checks/client-addresses.ts'
import type { Probe } from '#server/cli/doctor/ask.ts'
import { findCaller } from '#server/http/client-address.ts'
import { fixes, startSite, testAsk } from '#tests/support/doctor-site.ts'
import ipaddr from 'ipaddr.js'

const CLIENT = '198.51.7.4'
const PROXY = '127.0.0.1'

/** What the server gets as X-Forwarded-For, of what the client sent. */
type ForwardedFor = (sent: string | undefined) => string | undefined

const append: ForwardedFor = (sent) => (sent === undefined ? CLIENT : `${sent}, ${CLIENT}`)

/** The doctor asks a site behind a proxy of this kind. */
async function check(forward: ForwardedFor, trusted: readonly string[] = [PROXY]) {
  const networks = trusted.map((text) => ipaddr.parseCIDR(`${text}/32`))
  const site = await startSite({
    '/healthz': ({ headers }) => {
      const forwarded = forward(headers['x-forwarded-for']?.toString())
      const { address, isShared } = findCaller({ remote: PROXY, forwarded }, networks)
      const hops = forwarded?.split(',').length ?? 0
      const seen = `${isShared ? 'unknown' : address}; hops=${hops}`
      return { body: 'ok', headers: { 'x-clasp-client': seen } }
    },
  })
  const publicUrl = 'https://app.example.com'
  const real = testAsk()
  const ask: Probe = (url, request) => real(url.replace(publicUrl, site.url), request)
  return checkClientAddresses({ publicUrl, ask })
}

test.each<[string, ForwardedFor]>([
  ['sets the address', () => CLIENT],
  ['appends the address', append],
])('a named proxy that %s is well', async (_, forward) => {
  expect(await check(forward)).toMatchObject([{ status: 'ok' }])
})

test('attack: a proxy that passes the header on lets clients choose their address', async () => {
  const findings = await check((sent) => sent)
  expect(findings).toMatchObject([{ status: 'failure' }])
  expect(fixes(findings)[0]).toContain('docs/running.md')
})

test.each<[string, ForwardedFor, string[]]>([
  ['a proxy that is not named', append, []],
  ['a proxy that reports nobody', () => undefined, [PROXY]],
  ['a doctor that counts as a proxy itself', append, [PROXY, CLIENT]],
])('%s is a warning', async (_, forward, trusted) => {
  expect(await check(forward, trusted)).toMatchObject([{ status: 'warning' }])
})

test('a server that says nothing is no failure', async () => {
  const site = await startSite({ '/healthz': { body: 'ok' } })
  const real = testAsk()
  const publicUrl = 'https://app.example.com'
  const ask: Probe = (url, request) => real(url.replace(publicUrl, site.url), request)
  expect(await checkClientAddresses({ publicUrl, ask })).toMatchObject([{ status: 'skipped' }])
})
