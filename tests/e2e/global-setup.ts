import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { asShipped } from '#tests/support/as-shipped.ts'
import { buildDemo, buildDemoClient } from '#demo/build-demo.ts'
import type { DemoBuild } from '#demo/demo-folders.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    demoBuild: DemoBuild
    /** The same where the operator offers no EVM wallets. */
    demoBuildWithoutEvm: DemoBuild
    /** Whether tests that no commit needs are left to the full suite. */
    playsOnlyStories: boolean
  }
}

const ROOT = join(import.meta.dirname, '../..')

/**
 * Builds the demo once for all files, with and without EVM wallets. It lies inside the project, because the module that renders the
 * first screens finds React from there.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = join(ROOT, 'dist', `e2e-${randomUUID()}`)
  const { demoBuild, demoBuildWithoutEvm } = await buildAsShipped(directory)
  project.provide('demoBuild', demoBuild)
  project.provide('demoBuildWithoutEvm', demoBuildWithoutEvm)
  const { tagsFilter = [] } = project.vitest.config
  project.provide(
    'playsOnlyStories',
    tagsFilter.some((filter) => filter.includes('!full')),
  )
  return () => rm(directory, { recursive: true, force: true })
}

type DemoBuilds = { demoBuild: DemoBuild; demoBuildWithoutEvm: DemoBuild }

function buildAsShipped(directory: string): Promise<DemoBuilds> {
  return asShipped(async () => {
    const places = { root: ROOT, directory }
    const [demoBuild, withoutEvm] = await Promise.all([
      buildDemo(places),
      buildDemoClient({ ...places, hasEvm: false }),
    ])
    return { demoBuild, demoBuildWithoutEvm: { ...demoBuild, ...withoutEvm } }
  })
}
