import { dirname, join } from 'node:path'
import { build, type InlineConfig, mergeConfig } from 'vite'
import {
  type DemoBuild,
  type DemoClient,
  demoClient,
  type DemoPages,
  demoPages,
  type DemoScripts,
} from './demo-folders.ts'

type BuildFolders = {
  /** The project. */
  root: string
  /** Where the builds go. */
  directory: string
  /** Added to every build. @default nothing */
  config?: InlineConfig
}

/**
 * Constants of the demo's Mini App. WalletConnect's library detects a test environment, so it does not ask
 * Reown whether our origin is genuine.
 */
export const DEMO_DEFINE = {
  'process.env.IS_VITEST': JSON.stringify('true'),
}

/**
 * Builds the demo's own Mini App, the simulated Telegram and the wallets' pages into `directory`.
 *
 * @param hasEvm whether EVM wallets are in the Mini App. @default true
 */
export async function buildDemo({
  hasEvm = true,
  ...places
}: BuildFolders & { hasEvm?: boolean }): Promise<DemoBuild> {
  const [client, pages] = await Promise.all([
    buildDemoClient({ ...places, hasEvm }),
    buildPages(places),
  ])
  return { ...client, ...pages }
}

/** @param hasEvm false for the build that is served where the operator's policy is `off` */
export async function buildDemoClient({
  root,
  directory,
  config = {},
  hasEvm,
}: BuildFolders & { hasEvm: boolean }): Promise<DemoClient> {
  const folders = demoClient(directory, hasEvm)
  const quiet: InlineConfig = {
    root,
    logLevel: 'warn',
    mode: 'demo',
    define: { ...DEMO_DEFINE, __EVM__: JSON.stringify(hasEvm) },
    build: { emptyOutDir: true, rolldownOptions: UNTIMED },
  }
  const buildInto = (outDir: string, part: InlineConfig['build'] = {}) =>
    build(mergeConfig(mergeConfig(quiet, config), { build: { ...part, outDir } }))
  await Promise.all([
    buildInto(folders.client),
    buildInto(dirname(folders.prerender), { ssr: 'src/client/prerender.tsx' }),
  ])
  return folders
}

/** Builds run in parallel, so each takes longer than its work. That needs no warning. */
const UNTIMED = { checks: { pluginTimings: false } }

/** Builds everything except the Mini App. */
export async function buildPages(places: BuildFolders): Promise<DemoPages> {
  const pages = demoPages(places.directory)
  await Promise.all([
    buildScripts(places),
    buildPage(places, 'telegram/messenger', pages.messenger),
    buildPage(places, 'ton/wallet', pages.wallet),
    buildPage(places, 'evm/wallet', pages.evmWallet),
    buildPage(places, 'ui', pages.ui),
  ])
  return pages
}

async function buildPage({ root, config = {} }: BuildFolders, folder: string, outDir: string) {
  const page: InlineConfig = {
    root: join(root, 'src/demo', folder),
    base: './',
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.IS_VITEST': JSON.stringify('true') },
    oxc: { jsx: { runtime: 'automatic' } },
    // The wallets include @ton/core and WalletKit, which are large. On loopback that costs nothing.
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: UNTIMED,
    },
  }
  await build(mergeConfig(page, config))
}

export async function buildScripts(places: BuildFolders): Promise<DemoScripts> {
  const { clientScript, phoneScript } = demoPages(places.directory)
  await Promise.all([
    buildScript(places, 'client', clientScript),
    buildScript(places, 'phone', phoneScript),
  ])
  return { clientScript, phoneScript }
}

async function buildScript({ root, config = {} }: BuildFolders, name: string, file: string) {
  const entry = join(root, `src/demo/telegram/phone/${name}-script.ts`)
  const script: InlineConfig = {
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: dirname(file),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: UNTIMED,
      lib: { entry, formats: ['iife'], name, fileName: () => 'script.js' },
    },
  }
  await build(mergeConfig(script, config))
}
