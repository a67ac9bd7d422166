import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { defineConfig, type TestProjectConfiguration, type ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { TARGET } from './src/build/floor/floor.ts'
import { allFilesOf, partLoader } from './src/build/part-loader.ts'
import { referencePage } from './src/build/reference-page.ts'
import { verifierPage } from './src/build/verifier-page.ts'
import { messages } from './src/i18n/messages-plugin.ts'
import { notices } from './src/server/legal/notices-plugin.ts'

/** Chunks of our own making, and the modules that they begin with. */
const CHUNKS = [
  { name: 'index', entries: ['src/client/main.tsx'] },
  {
    name: 'home',
    entries: [
      'src/client/app/core.ts',
      'src/client/screens/home/home-content.tsx',
      'src/client/screens/connect/connect.tsx',
    ],
  },
  {
    name: 'evm-choices',
    entries: ['src/client/screens/connect/evm-choices.tsx', 'src/shared/evm-chains.ts'],
  },
  {
    name: 'parts',
    entries: [
      'src/client/screens/signing/signed-text.tsx',
      'src/client/screens/account/address-section.tsx',
      'src/client/screens/attempt/time-left.tsx',
      'src/client/screens/account/family-names.tsx',
      'src/client/screens/problem/missing.tsx',
      'src/client/screens/person/person-cell.tsx',
      'src/client/screens/claim/proven-cell.tsx',
      'src/client/screens/actions/qr-cell.tsx',
      'src/client/screens/share/share-actions.tsx',
      'src/client/screens/share/stop-sharing.tsx',
      'src/client/screens/share/use-share-wallet.ts',
      'src/client/screens/screen/explained-line.ts',
      'src/client/screens/query/query.ts',
      'src/client/screens/actions/use-ask-to-write.ts',
      'src/client/screens/account/facts-section.tsx',
      'src/client/ui/radio-cell.tsx',
      'src/client/ui/small-avatar.tsx',
    ],
  },
]

/** What Vite writes for the styles. */
const STYLES = /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+)">/

/** Mode of the build that is served where the operator's policy is `EVM=off`: no byte about EVM is in it. */
const WITHOUT_EVM = 'without-evm'

/** Files whose subject keeps something beyond a test: a wallet's library its timers, a start its marks on the page. */
const KEEP_STATE = [
  'tests/client/before-react/{early,event-order}.test.ts',
  'tests/client/telegram/{bad-launch,early-button}.test.ts',
  'tests/client/wallets/ton/*.test.ts',
]

/** Files that need no page: they run a wallet's library over a relay. A worker loads its modules anew for another environment. */
const OVER_RELAY = 'tests/client/wallets/evm/over-relay/*.test.ts'

const TEST_PROJECTS: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'node',
      include: ['tests/{shared,i18n,proof,server,host,build,demo,model,sources}/**/*.test.ts'],
      environment: 'node',
      isolate: false,
    },
  },
  {
    extends: true,
    test: {
      name: 'client',
      include: ['tests/client/**/*.test.{ts,tsx}'],
      exclude: [...KEEP_STATE, OVER_RELAY],
      environment: 'happy-dom',
      isolate: false,
    },
  },
  {
    extends: true,
    test: { name: 'client-isolated', include: KEEP_STATE, environment: 'happy-dom' },
  },
  {
    extends: true,
    test: { name: 'client-relay', include: [OVER_RELAY], environment: 'node', isolate: false },
  },
  {
    extends: true,
    test: {
      name: 'e2e',
      include: ['tests/e2e/**/*.test.ts'],
      environment: 'node',
      globalSetup: 'tests/e2e/global-setup.ts',
      setupFiles: ['tests/e2e/only-stories.ts'],
      isolate: false,
      // After the others: a browser wants a core for itself.
      sequence: { groupOrder: 1 },
      maxWorkers: '100%',
      testTimeout: 60_000,
      expect: { poll: { timeout: 10_000 } },
    },
  },
]

/**
 * Starts the walks over the screens before the other browser tests. They take the longest, and Vitest starts files that
 * it has not yet timed by their size, of which theirs is the smallest. It is here because a production build has no `tests`.
 */
class WalksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(isWalk(other)) - Number(isWalk(one)))
  }
}

function isWalk({ moduleId }: TestSpecification): boolean {
  return moduleId.includes('/every-screen/')
}

/** Order of the tests: a seed to shuffle them by. An option of the command would undo the order of projects. */
const { CLASP_TEST_SEED } = process.env

const TESTS: NonNullable<ViteUserConfig['test']> = {
  // A test waits for its database, a process or a chain a third of its time. One more file at once gains nothing, and
  // the server's own limits of time pass more often.
  maxWorkers: availableParallelism() + 1,
  // What takes longer than this hangs.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  retry: 0,
  sequence:
    CLASP_TEST_SEED === undefined
      ? { sequencer: WalksFirst }
      : { shuffle: true, seed: Number(CLASP_TEST_SEED) },
  tags: [
    { name: 'full', description: 'Runs in `npm run test:full` only.' },
    {
      name: 'wide',
      description:
        'The same again: on Postgres, in another look, in another client. Runs after `npm test` in CI.',
    },
    { name: 'short', description: 'A part of a `full` test, for the other two suites only.' },
  ],
  reporters: ['default', './tests/support/suite-reporter.ts'],
  setupFiles: ['tests/support/fail-on-noise.ts'],
  globalSetup: ['tests/support/global-setup-once.ts'],
  projects: TEST_PROJECTS,
}

export default defineConfig(({ mode }) => ({
  define: { __EVM__: JSON.stringify(mode !== WITHOUT_EVM) },
  plugins: [
    messages(),
    notices(),
    partLoader(),
    react(),
    inlineScripts(),
    inlineStyles(),
    verifierPage(),
    referencePage(),
    compressAssets(),
  ],
  // The Telegram SDK brings an older valibot of its own.
  resolve: { dedupe: ['valibot'] },
  build: {
    // `npm run build` says where. Vite's own default would empty `dist`, with all builds in it.
    outDir: 'dist/vite',
    target: TARGET,
    sourcemap: false,
    manifest: true,
    modulePreload: { polyfill: false, resolveDependencies: allFilesOf },
    // All styles are 5 kB, and in the page: see `inlineStyles`.
    cssCodeSplit: false,
    rolldownOptions: {
      // The grouping below is most of the build's time, and worth it.
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: chunkGroups() } },
    },
  },
  test: TESTS,
}))

/** Puts `watch.ts` and `early.ts` of `src/client/before-react/` into the page as classic scripts, which run before the first paint. */
function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const watch = await inlineScript('watch', 'es2015')
        const early = await inlineScript('early', TARGET)
        return html.replace('<!--watch-->', () => watch).replace('<!--early-->', () => early)
      },
    },
  }
}

/** Puts the styles into the page: the first paint waits for them, and as a file they would come one round trip later. */
function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const [link = '', file = ''] = STYLES.exec(html) ?? []
        const asset = bundle?.[file]
        if (asset?.type !== 'asset') throw new Error('the page has no styles')
        delete bundle?.[file]
        return html.replace(link, () => `<style>${String(asset.source).trim()}</style>`)
      },
    },
  }
}

async function inlineScript(name: string, target: string | string[]): Promise<string> {
  const output = await build({
    configFile: false,
    plugins: [messages()],
    logLevel: 'silent',
    build: {
      write: false,
      target,
      lib: { entry: `src/client/before-react/${name}.ts`, formats: ['iife'], name },
    },
  })
  const chunk = [output].flat().flatMap((result) => ('output' in result ? result.output : []))[0]
  if (chunk?.type !== 'chunk') throw new Error(`${name}.ts was not built`)
  return `<script>${chunk.code.trim()}</script>`
}

/**
 * Puts all that the first screen needs into one chunk, and all that members need next into another. Left alone, the
 * bundler cuts them into many small ones, because their parts are shared: more requests, and 5 % more bytes.
 */
function chunkGroups() {
  return CHUNKS.map(({ name, entries }, index) => {
    let needed: Set<string> | null = null
    return {
      name: (id: string, graph: Graph) => {
        needed ??= importedBy(entries, graph)
        return needed.has(id) ? name : null
      },
      debugName: name,
      // What is in an earlier chunk is not in a later one.
      priority: CHUNKS.length - index,
    }
  })
}

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** Everything that modules import, statically, over any number of steps. */
function importedBy(entries: readonly string[], graph: Graph): Set<string> {
  const found = new Set(entries.map((path) => fileURLToPath(new URL(path, import.meta.url))))
  for (const id of found)
    if (!existsSync(id)) throw new Error(`CHUNKS names ${id}, which is no file`)
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  }
  return found
}

/** Assets are compressed once, at build, and served as they are. The shell is compressed by the server. */
function compressAssets(): Plugin {
  return {
    ...compression({ algorithms: ['brotliCompress', 'gzip'], include: /assets\/.*\.js$/ }),
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  }
}
