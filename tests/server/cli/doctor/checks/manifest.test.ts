import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkManifest } from '#server/cli/doctor/checks/manifest.ts'
import {
  jsonReply,
  lines,
  type DoctorSite,
  startSite,
  testAsk,
} from '#tests/support/doctor-site.ts'

const ICON = readFileSync('public/icon-180.png')
const PATH = '/tonconnect-manifest.json'
const OPEN = { 'access-control-allow-origin': '*' }

function getManifest(site: DoctorSite) {
  return { url: site.url, name: 'Clasp', iconUrl: `${site.url}/icon-180.png` }
}

async function startHealthySite(): Promise<DoctorSite> {
  const site = await startSite()
  site.routes[PATH] = jsonReply(getManifest(site), OPEN)
  site.routes['/icon-180.png'] = { headers: { 'content-type': 'image/png' }, body: ICON }
  return site
}

async function check(plant: (site: DoctorSite) => void): Promise<string[]> {
  const site = await startHealthySite()
  plant(site)
  return lines(await checkManifest({ publicUrl: site.url, ask: testAsk() }))
}

test('a manifest that any wallet can read is well, and is requested from a foreign origin', async () => {
  const site = await startHealthySite()
  expect(lines(await checkManifest({ publicUrl: site.url, ask: testAsk() }))).toEqual([
    'ok: Wallets can read the manifest and its icon from any origin.',
  ])
  expect(site.requests[0]?.headers.origin).toBe('https://example.org')
})

const FAULTS: [string, (site: DoctorSite) => void, string][] = [
  [
    'a manifest that is not there',
    (site) => delete site.routes[PATH],
    'The manifest answers with status 404.',
  ],
  [
    'a challenge page',
    (site) => {
      site.routes[PATH] = {
        status: 403,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: '<!DOCTYPE html><title>Just a moment…</title>',
      }
    },
    'Instead of the manifest comes an HTML page, such as a challenge for browsers.',
  ],
  [
    'a redirect',
    (site) => {
      site.routes[PATH] = { status: 302, headers: { location: '/elsewhere.json' } }
    },
    'The manifest is redirected.',
  ],
  [
    'another content type',
    (site) => {
      const body = JSON.stringify(getManifest(site))
      site.routes[PATH] = { headers: { ...OPEN, 'content-type': 'text/plain' }, body }
    },
    'The manifest is not sent as JSON.',
  ],
  [
    'broken JSON',
    (site) => {
      site.routes[PATH] = { headers: { 'content-type': 'application/json' }, body: '{"url":' }
    },
    'The manifest is not JSON.',
  ],
  [
    'a manifest without a name',
    (site) => {
      site.routes[PATH] = jsonReply({ ...getManifest(site), name: '' }, OPEN)
    },
    'The manifest has no url, name or iconUrl.',
  ],
  [
    'no Access-Control-Allow-Origin',
    (site) => {
      site.routes[PATH] = jsonReply(getManifest(site))
    },
    'Pages of other origins may not read the manifest.',
  ],
  [
    'Access-Control-Allow-Origin twice',
    (site) => {
      site.routes[PATH] = jsonReply(getManifest(site), { 'access-control-allow-origin': '*, *' })
    },
    'Pages of other origins may not read the manifest.',
  ],
  [
    'a trailing slash',
    (site) => {
      site.routes[PATH] = jsonReply({ ...getManifest(site), url: `${site.url}/` }, OPEN)
    },
    'The url in the manifest ends with a slash, which wallets refuse.',
  ],
  [
    'another domain',
    (site) => {
      site.routes[PATH] = jsonReply({ ...getManifest(site), url: 'https://old.example' }, OPEN)
    },
    'The manifest names another domain than PUBLIC_URL.',
  ],
  [
    'an icon that is not there',
    (site) => delete site.routes['/icon-180.png'],
    'The icon answers with status 404.',
  ],
  [
    'an icon that is an SVG',
    (site) => {
      site.routes['/icon-180.png'] = { body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
    },
    'The icon is neither PNG nor ICO, and wallets draw nothing else.',
  ],
]

test.each(FAULTS)('%s is a failure', async (_, plant, found) => {
  expect(await check(plant)).toEqual([`failure: ${found}`])
})

test('an icon of another size is a warning', async () => {
  const small = Buffer.from(ICON)
  small.writeUInt32BE(64, 16)
  const findings = await check((site) => {
    site.routes['/icon-180.png'] = { body: small }
  })
  expect(findings).toEqual(['warning: The icon is 64x180 pixels.'])
})

test('an ICO is an icon too', async () => {
  const findings = await check((site) => {
    site.routes['/icon-180.png'] = { body: Buffer.from('00000100010000b4b4', 'hex').fill(180, 6) }
  })
  expect(findings).toEqual(['ok: Wallets can read the manifest and its icon from any origin.'])
})
