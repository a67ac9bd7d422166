import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'

export type DemoBuild = {
  /** Folders of the built pages. */
  client: string
  host: string
  wallet: string
  /** The module that renders the first screens. */
  prerender: string
}

/** The Mini App's `postMessage` goes to whoever shows it; its Content-Security-Policy says who may. */
const ANY_ORIGIN = '*'

/**
 * Builds the demo's own Mini App, the simulated Telegram and the wallet page into `directory`.
 * The Mini App differs from production in one thing: it talks to any embedding page, because the
 * simulated Telegram lives on a loopback port that is not known here. Production talks to
 * Telegram's own origin only.
 */
export async function buildDemo({
  root,
  directory,
}: {
  root: string
  directory: string
}): Promise<DemoBuild> {
  const pages = {
    client: join(directory, 'client'),
    host: join(directory, 'host'),
    wallet: join(directory, 'wallet'),
    prerender: join(directory, 'prerender'),
  }
  const quiet: InlineConfig = {
    logLevel: 'warn',
    mode: 'demo',
    define: { 'import.meta.env.VITE_HOST_ORIGIN': JSON.stringify(ANY_ORIGIN) },
  }
  await build({ ...quiet, root, build: { outDir: pages.client } })
  await build({
    ...quiet,
    root,
    build: { outDir: pages.prerender, ssr: 'src/client/prerender.tsx' },
  })
  await build(pageConfig(join(root, 'src/demo/telegram/host'), pages.host))
  await build(pageConfig(join(root, 'src/demo/ton/wallet'), pages.wallet))
  return { ...pages, prerender: join(pages.prerender, 'prerender.js') }
}

function pageConfig(root: string, outDir: string): InlineConfig {
  return {
    root,
    base: './',
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic' } },
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  }
}
