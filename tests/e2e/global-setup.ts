import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildDemo, type DemoBuild } from '#demo/build-demo.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    demoBuild: DemoBuild
  }
}

const ROOT = join(import.meta.dirname, '../..')

/**
 * Builds the demo once for all files. It lies inside the project, because the module that renders the
 * first screens finds React from there.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = join(ROOT, 'dist', `e2e-${randomUUID()}`)
  project.provide('demoBuild', await buildAsShipped(directory))
  return () => rm(directory, { recursive: true, force: true })
}

/** Vitest's own NODE_ENV would put React's development build into the pages. */
async function buildAsShipped(directory: string): Promise<DemoBuild> {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    return await buildDemo({ root: ROOT, directory })
  } finally {
    process.env.NODE_ENV = NODE_ENV
  }
}
