import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'

type Places = {
  /** The project. */
  root: string
  /** Where the builds go. */
  directory: string
}

/** Folders of the pages that are not the Mini App. */
export type DemoPages = { host: string; wallet: string }

export type DemoBuild = DemoPages & {
  /** Folder of the Mini App. */
  client: string
  /** The module that renders its first screens. */
  prerender: string
}

/** The Mini App's `postMessage` goes to whoever shows it; its Content-Security-Policy says who may. */
export const ANY_ORIGIN = '*'

/**
 * Builds the demo's own Mini App, the simulated Telegram and the wallet page into `directory`.
 * The Mini App differs from production in one thing: it talks to any embedding page, because the
 * simulated Telegram lives on a loopback port that is not known here. Production talks to
 * Telegram's own origin only.
 */
export async function buildDemo({ root, directory }: Places): Promise<DemoBuild> {
  const client = join(directory, 'client')
  const prerender = join(directory, 'prerender')
  const quiet: InlineConfig = {
    logLevel: 'warn',
    mode: 'demo',
    define: { 'import.meta.env.VITE_HOST_ORIGIN': JSON.stringify(ANY_ORIGIN) },
  }
  await build({ ...quiet, root, build: { outDir: client, emptyOutDir: true } })
  const ssr = 'src/client/prerender.tsx'
  await build({ ...quiet, root, build: { outDir: prerender, emptyOutDir: true, ssr } })
  const pages = await buildPages({ root, directory })
  return { ...pages, client, prerender: join(prerender, 'prerender.js') }
}

/** Builds the pages that are not the Mini App. */
export async function buildPages({ root, directory }: Places): Promise<DemoPages> {
  const pages = { host: join(directory, 'host'), wallet: join(directory, 'wallet') }
  await build(pageConfig(join(root, 'src/demo/telegram/host'), pages.host))
  await build(pageConfig(join(root, 'src/demo/ton/wallet'), pages.wallet))
  return pages
}

function pageConfig(root: string, outDir: string): InlineConfig {
  return {
    root,
    base: './',
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic' } },
    // The wallet brings @ton/core, which is large; on loopback that costs nothing.
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1_000 },
  }
}
