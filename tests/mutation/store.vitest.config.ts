import { defineConfig } from 'vitest/config'

const STORE = 'tests/server/store'

/** The tests that have to notice every change to how the store links wallets. On SQLite only, which is quick. */
export default defineConfig({
  test: {
    root: process.cwd(),
    include: [
      `${STORE}/account-checks.test.ts`,
      `${STORE}/collections.test.ts`,
      `${STORE}/completion.test.ts`,
      `${STORE}/delete-user.test.ts`,
      `${STORE}/held-wallets.test.ts`,
      `${STORE}/multisigs.test.ts`,
      `${STORE}/requests.test.ts`,
      `${STORE}/store.test.ts`,
      `${STORE}/text-proofs.test.ts`,
    ],
    environment: 'node',
    isolate: false,
    env: { CLASP_TEST_DIALECT: 'SQLite' },
    testTimeout: 30_000,
    setupFiles: ['tests/support/fail-on-noise.ts'],
    globalSetup: ['tests/support/global-setup-databases.ts'],
  },
})
