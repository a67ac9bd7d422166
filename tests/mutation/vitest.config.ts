import { defineConfig } from 'vitest/config'

/** The tests that have to notice every change to what verifies signatures: quick, without a database or a network. */
export default defineConfig({
  test: {
    root: process.cwd(),
    include: ['tests/server/verify/**/*.test.ts'],
    environment: 'node',
    testTimeout: 30_000,
    setupFiles: ['tests/support/fail-on-noise.ts'],
  },
})
