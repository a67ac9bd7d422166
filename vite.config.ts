import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { defineConfig } from 'vitest/config'

const TARGET = 'es2022'
const ENTRY = fileURLToPath(new URL('src/client/main.tsx', import.meta.url))

/** Mode of the build that is served where the owner's policy is `EVM=off`: no byte about EVM is in it. */
const WITHOUT_EVM = 'without-evm'

export default defineConfig(({ mode }) => ({
  define: { __EVM__: JSON.stringify(mode !== WITHOUT_EVM) },
  plugins: [react(), inlineEarly(), compressAssets()],
  // The Telegram SDK brings an older valibot of its own.
  resolve: { dedupe: ['valibot'] },
  build: {
    outDir: mode === WITHOUT_EVM ? 'dist/client-without-evm' : 'dist/client',
    target: TARGET,
    sourcemap: false,
    manifest: true,
    modulePreload: { polyfill: false },
    // TON Connect prints every message of a wallet, proofs included, with console.debug.
    rolldownOptions: {
      // The grouping below is most of the build's time, and worth it.
      checks: { pluginTimings: false },
      treeshake: { manualPureFunctions: ['console.debug'] },
      output: { codeSplitting: { groups: [{ name: nameOfEntry(), debugName: 'entry' }] } },
    },
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
}))

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

/**
 * Puts all that the first screen needs into one chunk. Left alone, the bundler cuts it into many small
 * ones, because the wallet libraries share some of it: more requests, and 5 % more bytes.
 */
function nameOfEntry(): (id: string, graph: Graph) => string | null {
  let needed: Set<string> | null = null
  return (id, graph) => {
    needed ??= importedBy(ENTRY, graph)
    return needed.has(id) ? 'index' : null
  }
}

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** Everything that a module imports, statically, over any number of steps. */
function importedBy(entry: string, graph: Graph): Set<string> {
  const found = new Set([entry])
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  }
  return found
}

/** Assets are compressed once, at build, and served as they are. The shell is compressed by the server. */
function compressAssets(): Plugin {
  return {
    ...compression({ algorithms: ['brotliCompress', 'gzip'], include: /assets\/.*\.(?:js|css)$/ }),
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  }
}
