import { mkdir, readdir, readFile, readlink, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { chooseBuild } from '#build/choose-build.ts'
import { publishBuild, switchTo } from '#build/publish-build.ts'
import { listBuilds, MAX_BUILDS, pruneBuilds } from '#server/builds/builds.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

const NOW = Date.UTC(2026, 10, 23, 12)
const OLDEST = '20261101T000000Z-00000a'

let dist: string
let builds: string
beforeEach(async () => {
  dist = await makeTemporaryFolder('builds')
  builds = join(dist, 'builds')
})

const makes = (text: string) => (folder: string) => writeFile(join(folder, 'main.js'), text)
const current = () => readFile(join(dist, 'current/main.js'), 'utf8')
const getDayId = (day: number) => `202611${String(day).padStart(2, '0')}T000000Z-00000a`

async function addBuilds(ids: readonly string[]) {
  for (const id of ids) await mkdir(join(builds, id), { recursive: true })
}

describe('publishing a build', () => {
  test('switches to a build only when all of it is there', async () => {
    await publishBuild(dist, makes('first'))
    await publishBuild(dist, async (folder) => {
      await makes('second')(folder)
      expect(await current()).toBe('first')
      expect(await listBuilds(builds)).toHaveLength(1)
    })
    expect(await current()).toBe('second')
    expect(await listBuilds(builds)).toHaveLength(2)
  })

  test('a failed publication keeps the current build and leaves nothing of its own', async () => {
    const id = await publishBuild(dist, makes('first'))
    const failing = publishBuild(dist, async (folder) => {
      await makes('half')(folder)
      throw new Error('a type is wrong')
    })
    await expect(failing).rejects.toThrow('a type is wrong')
    expect(await current()).toBe('first')
    expect(await readdir(builds)).toEqual([id])
    expect(await readdir(dist)).toEqual(['builds', 'current'])
  })

  test('keeps two builds apart that are made at the same time, and makes the last one to be ready current', async () => {
    const ids: string[] = []
    const first = await publishBuild(dist, async (folder) => {
      await makes('first')(folder)
      ids.push(await publishBuild(dist, makes('second')))
    })
    ids.unshift(first)
    expect(await current()).toBe('first')
    for (const [index, text] of ['first', 'second'].entries()) {
      expect(await readFile(join(builds, ids[index] ?? '', 'main.js'), 'utf8')).toBe(text)
    }
    expect((await listBuilds(builds)).toSorted()).toEqual(ids.toSorted())
  })
})

describe('the removal of old builds', () => {
  const days = Array.from({ length: MAX_BUILDS + 3 }, (_, index) => index + 2)

  test('deletes all but the newest builds and the current one, however old it is', async () => {
    await addBuilds([OLDEST, ...days.map(getDayId)])
    await mkdir(join(dist, 'demo'))
    await pruneBuilds(builds, { current: OLDEST, now: NOW })
    const newest = days.slice(-MAX_BUILDS).map(getDayId)
    expect((await listBuilds(builds)).toReversed()).toEqual([OLDEST, ...newest])
    expect(await readdir(dist)).toContain('demo')
  })

  test('deletes builds that broke off an hour ago, and keeps those under way', async () => {
    await addBuilds([`${OLDEST}.unfinished`, `${getDayId(23)}.unfinished`, 'notes'])
    const hourAgo = NOW / 1_000 - 3_601
    await utimes(join(builds, `${OLDEST}.unfinished`), hourAgo, hourAgo)
    await utimes(join(builds, `${getDayId(23)}.unfinished`), NOW / 1_000, NOW / 1_000)
    await pruneBuilds(builds, { current: OLDEST, now: NOW })
    expect((await readdir(builds)).toSorted()).toEqual([`${getDayId(23)}.unfinished`, 'notes'])
  })
})

describe('going back', () => {
  beforeEach(async () => {
    await addBuilds([1, 2, 3].map(getDayId))
    await switchTo(dist, getDayId(2))
  })

  test('chooses the build before the current one, or the one that is named', async () => {
    expect(await chooseBuild(dist, undefined)).toBe(getDayId(1))
    expect(await chooseBuild(dist, getDayId(3))).toBe(getDayId(3))
    await switchTo(dist, getDayId(1))
    expect(await readlink(join(dist, 'current'))).toBe(`builds/${getDayId(1)}`)
  })

  test('says which builds there are when there is none to go back to', async () => {
    await expect(chooseBuild(dist, getDayId(4))).rejects.toThrow(
      `there is no ${getDayId(4)}. There are: ${[3, 2, 1].map(getDayId).join(', ')}`,
    )
    await switchTo(dist, getDayId(1))
    await expect(chooseBuild(dist, undefined)).rejects.toThrow('there is no build before')
    await rm(join(dist, 'current'))
    await expect(chooseBuild(dist, undefined)).rejects.toThrow('there is no build yet')
  })
})
