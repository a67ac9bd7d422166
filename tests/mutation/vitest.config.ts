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
      `${STORE}/accounts/account-checks.test.ts`,
      `${STORE}/multisigs/complete-cosigning.test.ts`,
      `${STORE}/multisigs/cosignings.test.ts`,
      `${STORE}/members/delete-user.test.ts`,
      `${STORE}/rows/evidence.test.ts`,
      `${STORE}/linking/held-wallets.test.ts`,
      `${STORE}/multisigs/multisigs.test.ts`,
      `${STORE}/linking/outcomes.test.ts`,
      `${STORE}/requests/requests.test.ts`,
      `${STORE}/linking/attempts.test.ts`,
      `${STORE}/statistics/statistics.test.ts`,
      `${STORE}/store.test.ts`,
      `${STORE}/upkeep/sweep.test.ts`,
      `${STORE}/linking/text-proofs.test.ts`,
      `${STORE}/linking/consents.test.ts`,
    ],
    // The first runs no code that is changed; the second takes too long for each change.
    exclude: ['tests/proof/verify-python.test.ts', 'tests/proof/mutations.test.ts'],
    environment: 'node',
    isolate: false,
    env: { CLASP_TEST_DIALECT: 'SQLite' },
    testTimeout: 30_000,
    setupFiles: ['tests/support/fail-on-noise.ts'],
    globalSetup: ['tests/support/global-setup-once.ts'],
  },
})
