import { defineConfig } from 'vitest/config'

const STORE = 'tests/server/store'

/**
 * The tests that have to notice every change to what verifies signatures and proofs, and to how the store links wallets.
 * Quick: of the two databases on SQLite only.
 */
export default defineConfig({
  test: {
    root: process.cwd(),
    include: [
      'tests/proof/**/*.test.ts',
      'tests/server/proofs/*.test.ts',
      `${STORE}/account-checks.test.ts`,
      `${STORE}/completion.test.ts`,
      `${STORE}/cosignings.test.ts`,
      `${STORE}/delete-user.test.ts`,
      `${STORE}/evidence.test.ts`,
      `${STORE}/held-wallets.test.ts`,
      `${STORE}/multisigs.test.ts`,
      `${STORE}/outcomes.test.ts`,
      `${STORE}/requests.test.ts`,
      `${STORE}/signing.test.ts`,
      `${STORE}/statistics.test.ts`,
      `${STORE}/store.test.ts`,
      `${STORE}/sweep.test.ts`,
      `${STORE}/text-proofs.test.ts`,
      `${STORE}/waiting-requests.test.ts`,
    ],
    // The first runs no code that is changed; the second takes too long for each change.
    exclude: ['tests/proof/verify-python.test.ts', 'tests/proof/mutations.test.ts'],
    environment: 'node',
    isolate: false,
    env: { CLASP_TEST_DIALECT: 'SQLite' },
    testTimeout: 30_000,
    setupFiles: ['tests/support/fail-on-noise.ts'],
    globalSetup: ['tests/support/global-setup-databases.ts'],
  },
})
