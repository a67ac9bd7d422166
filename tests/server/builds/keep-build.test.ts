import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openClientFiles } from '#server/builds/client-files.ts'
import { keepBuild } from '#server/builds/keep-build.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

const FORMER = '20261122T090000Z-00000a'
const LATER = '20261123T090000Z-00000b'
const NOW = Date.UTC(2026, 10, 23, 12)

let directory: string
let shared: string
beforeEach(async () => {
  directory = await makeTemporaryFolder('keep')
  shared = join(directory, 'shared/builds')
})

/** A build on a disk of its own, as in a container. */
async function makeBuild(id: string): Promise<string> {
  const build = join(directory, `disk of ${id}`, id)
  for (const client of ['client', 'client-without-evm']) {
    await mkdir(join(build, client, 'assets'), { recursive: true })
    await writeFile(join(build, client, 'assets', `${id}.js`), id)
  }
  return build
}

const keep = (build: string) => keepBuild(build, { builds: shared, now: NOW })

describe('a folder that servers on different disks share', () => {
  test.each(['client', 'client-without-evm'])(
    'a shared folder brings the assets of the former and the later build to both: %s',
    async (client) => {
      const [former, later] = [await makeBuild(FORMER), await makeBuild(LATER)]
      await keep(former)
      const findInFormer = await openClientFiles(join(former, client), shared)
      await keep(later)
      const findInLater = await openClientFiles(join(later, client), shared)
      for (const find of [findInFormer, findInLater]) {
        for (const id of [FORMER, LATER]) {
          const file = await find(`/assets/${id}.js`)
          expect(Buffer.from(file?.identity ?? []).toString()).toBe(id)
        }
      }
    },
  )

  test('a shared folder takes one copy of a build, however many servers start with it at the same time', async () => {
    const build = await makeBuild(FORMER)
    await Promise.all([keep(build), keep(build), keep(build)])
    await keep(build)
    const [copy = '', ...others] = await readdir(shared)
    expect(copy).toMatch(/^20261123T120000Z-[\da-f]{6}$/)
    expect(others).toEqual([])
    const asset = join(shared, copy, 'client/assets', `${FORMER}.js`)
    expect(await readFile(asset, 'utf8')).toBe(FORMER)
  })

  test('a shared folder keeps nothing of a copy that failed', async () => {
    const build = await makeBuild(FORMER)
    const socket = createServer().listen(join(build, 'client-without-evm/s'))
    onTestFinished(() => void socket.close())
    await once(socket, 'listening')
    await expect(keep(build)).rejects.toThrow('socket')
    expect(await readdir(shared)).toEqual([])
  })
})
