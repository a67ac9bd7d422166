import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'

type BuildFolders = {
  /** The project. */
  root: string
  /** Where the builds go. */
  directory: string
}

/** Everything except the Mini App: folders of pages, and the scripts that simulate client and phone in it. */
export type DemoPages = {
  messenger: string
  wallet: string
  evmWallet: string
  /** Every component of the Mini App in every state. */
  ui: string
} & DemoScripts

/** Classic scripts for the Mini App's page. */
export type DemoScripts = { clientScript: string; phoneScript: string }

/** The Mini App in the form in which the demo serves it. */
export type DemoClient = {
  /** Folder of the Mini App. */
  client: string
  /** The module that renders its first screens. */
  prerender: string
}

export type DemoBuild = DemoPages & DemoClient

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
  hasEvm,
}: BuildFolders & { hasEvm: boolean }): Promise<DemoClient> {
  const suffix = hasEvm ? '' : '-without-evm'
  const client = join(directory, `client${suffix}`)
  const prerender = join(directory, `prerender${suffix}`)
  const quiet: InlineConfig = {
    root,
    logLevel: 'warn',
    mode: 'demo',
    define: { ...DEMO_DEFINE, __EVM__: JSON.stringify(hasEvm) },
  }
  const ssr = 'src/client/prerender.tsx'
  await Promise.all([
    build({ ...quiet, build: { outDir: client, emptyOutDir: true, rolldownOptions: UNTIMED } }),
    build({
      ...quiet,
      build: { outDir: prerender, emptyOutDir: true, ssr, rolldownOptions: UNTIMED },
    }),
  ])
  return { client, prerender: join(prerender, 'prerender.js') }
}

/** Builds run in parallel, so each takes longer than its work. That needs no warning. */
const UNTIMED = { checks: { pluginTimings: false } }

/** Builds everything except the Mini App. */
export async function buildPages({ root, directory }: BuildFolders): Promise<DemoPages> {
  const pages = {
    messenger: join(directory, 'messenger'),
    wallet: join(directory, 'wallet'),
    evmWallet: join(directory, 'evm-wallet'),
    ui: join(directory, 'ui'),
  }
  const [scripts] = await Promise.all([
    buildScripts({ root, directory }),
    build(pageConfig(join(root, 'src/demo/telegram/messenger'), pages.messenger)),
    build(pageConfig(join(root, 'src/demo/ton/wallet'), pages.wallet)),
    build(pageConfig(join(root, 'src/demo/evm/wallet'), pages.evmWallet)),
    build(pageConfig(join(root, 'src/demo/ui'), pages.ui)),
  ])
  return { ...pages, ...scripts }
}

function pageConfig(root: string, outDir: string): InlineConfig {
  return {
    root,
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
}

export async function buildScripts(places: BuildFolders): Promise<DemoScripts> {
  const [clientScript, phoneScript] = await Promise.all([
    buildScript(places, 'client'),
    buildScript(places, 'phone'),
  ])
  return { clientScript, phoneScript }
}

async function buildScript(
  { root, directory }: BuildFolders,
  name: 'client' | 'phone',
): Promise<string> {
  const outDir = join(directory, `${name}-script`)
  const entry = join(root, `src/demo/telegram/phone/${name}-script.ts`)
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: UNTIMED,
      lib: { entry, formats: ['iife'], name, fileName: () => 'script.js' },
    },
  })
  return join(outDir, 'script.js')
}
