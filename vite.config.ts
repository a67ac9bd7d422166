import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { defineConfig } from 'vitest/config'

const TARGET = 'es2022'

export default defineConfig({
  plugins: [react(), inlineEarly(), compressAssets()],
  // The Telegram SDK brings an older valibot of its own.
  resolve: { dedupe: ['valibot'] },
  build: {
    outDir: 'dist/client',
    target: TARGET,
    sourcemap: false,
    manifest: true,
    modulePreload: { polyfill: false },
    // TON Connect prints every message of a wallet, proofs included, with console.debug.
    rolldownOptions: { treeshake: { manualPureFunctions: ['console.debug'] } },
  },
  test: {
    setupFiles: ['tests/support/fail-on-noise.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: ['tests/shared/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: { name: 'server', include: ['tests/server/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: { name: 'demo', include: ['tests/demo/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'tests/e2e/global-setup.ts',
          isolate: false,
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
})

/** Puts `src/client/early.ts` into the page as one classic script, which runs before the first paint. */
function inlineEarly(): Plugin {
  return {
    name: 'inline-early',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const script = `<script>${await earlyScript()}</script>`
        return html.replace('<!--early-->', () => script)
      },
    },
  }
}

async function earlyScript(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: TARGET,
      lib: { entry: 'src/client/early.ts', formats: ['iife'], name: 'early' },
    },
  })
  const chunk = [output].flat().flatMap((result) => ('output' in result ? result.output : []))[0]
  if (chunk?.type !== 'chunk') throw new Error('early.ts was not built')
  return chunk.code.trim()
}

/** Assets are compressed once, at build, and served as they are. The shell is compressed by the server. */
function compressAssets(): Plugin {
  return {
    ...compression({ algorithms: ['brotliCompress', 'gzip'], include: /assets\/.*\.(?:js|css)$/ }),
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  }
}
