import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { VERIFIER_FILE } from '#server/builds/standalone-files.ts'
import { openClientFiles } from '#server/builds/client-files.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'
import { openTestServer } from '#tests/support/test-server.ts'

const FORMER = '20261122T090000Z-00000a'
const LATER = '20261123T090000Z-00000b'

const POLICY = "default-src 'none'; script-src 'sha256-abc='"
/** A build may break the line between the two. */
const VERIFIER_PAGE = `<meta\n http-equiv="Content-Security-Policy"\n content="${POLICY}" />`

let builds: string
beforeEach(async () => void (builds = await makeTemporaryFolder('assets')))

/** A build with these assets, each of which holds its own name and its form. */
async function addBuild(id: string, assets: readonly string[], client = 'client') {
  const folder = join(builds, id, client)
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'icon-180.png'), `icon of ${id}`)
  await writeFile(join(folder, 'index.html'), 'a template')
  await writeFile(join(folder, VERIFIER_FILE), VERIFIER_PAGE)
  for (const name of assets) {
    await writeFile(join(folder, 'assets', name), name)
    await writeFile(join(folder, 'assets', `${name}.br`), `${name} in brotli`)
  }
}

async function startOf(id: string, client = 'client') {
  const findFile = await openClientFiles(join(builds, id, client), builds)
  const server = await openTestServer({ findFile })
  return (path: string, encoding = 'gzip') =>
    server.app.request(path, { headers: { 'accept-encoding': encoding } })
}

describe('the route of assets', () => {
  test('a running server answers its assets whatever becomes of the folders of builds', async () => {
    await addBuild(FORMER, ['app-f1.js', 'home-f2.js'])
    const get = await startOf(FORMER)
    await addBuild(LATER, ['app-l1.js'])
    await rm(join(builds, FORMER), { recursive: true })
    for (const name of ['app-f1.js', 'home-f2.js']) {
      const response = await get(`/assets/${name}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(await response.text()).toBe(name)
    }
    expect(await (await get('/icon-180.png')).text()).toBe(`icon of ${FORMER}`)
  })

  test('a new build answers the assets of the build before, in the form that the browser takes', async () => {
    await addBuild(FORMER, ['app-f1.js'])
    await addBuild(LATER, ['app-l1.js'])
    const get = await startOf(LATER)
    const response = await get('/assets/app-f1.js', 'gzip, br')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('vary')).toContain('accept-encoding')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await response.text()).toBe('app-f1.js in brotli')
  })

  test('either of two servers answers the assets of two builds that run side by side', async () => {
    await addBuild(FORMER, ['app-f1.js', 'same-s1.js'])
    const former = await startOf(FORMER)
    await addBuild(LATER, ['app-l1.js', 'same-s1.js'])
    const later = await startOf(LATER)
    for (const name of ['app-f1.js', 'app-l1.js', 'same-s1.js']) {
      expect(await (await former(`/assets/${name}`)).text()).toBe(name)
      expect(await (await later(`/assets/${name}`)).text()).toBe(name)
    }
    expect(await (await later('/icon-180.png')).text()).toBe(`icon of ${LATER}`)
  })

  test('finds no assets of an unknown build, and forbids to store the answer', async () => {
    await addBuild(FORMER, ['app-f1.js'])
    const get = await startOf(FORMER)
    await addBuild(`${LATER}.unfinished`, ['app-l1.js'])
    for (const name of ['app-l1.js', 'missing.js', '', '.', 'x/app-f1.js', 'l'.repeat(300)]) {
      const response = await get(`/assets/${name}`)
      expect(response.status).toBe(404)
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    await rename(join(builds, `${LATER}.unfinished`), join(builds, LATER))
    expect((await get('/assets/app-l1.js')).status).toBe(200)
  })

  test('never answers assets with EVM in them where EVM is off', async () => {
    await addBuild(FORMER, ['evm-f1.js'])
    await addBuild(LATER, ['app-l1.js'], 'client-without-evm')
    const get = await startOf(LATER, 'client-without-evm')
    expect((await get('/assets/app-l1.js')).status).toBe(200)
    expect((await get('/assets/evm-f1.js')).status).toBe(404)
  })

  test.each([
    '/assets/..%2findex.html',
    '/assets/%2e%2e%2findex.html',
    '/assets/..%2f..%2f..%2fsecret.js',
  ])('attack: %s leads out of the folder of the assets and is not found', async (path) => {
    await addBuild(FORMER, ['app-f1.js'])
    await addBuild(LATER, [])
    await writeFile(join(builds, 'secret.js'), 'secret')
    const response = await (await startOf(LATER))(path)
    expect(response.status).toBe(404)
  })
})

test('the page to check proofs is that of the build, under its own policy, and nobody may frame it', async () => {
  await addBuild(FORMER, [])
  const response = await (await startOf(FORMER))('/verify', 'identity')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe(VERIFIER_PAGE)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toBe(`${POLICY}; frame-ancestors 'none'`)
})
