import { join } from 'node:path'
import { build } from 'vite'
import { messages } from '../i18n/messages-plugin.ts'
import { writeLicences } from '../server/legal/write-notices.ts'
import { TARGET } from './floor/floor.ts'
import { notePackages } from './note-packages.ts'

const ROOT = join(import.meta.dirname, '../..')

export type BundledPage = {
  script: string
  /** Empty where the script imports no styles. */
  style: string
  /** Folders of the packages whose code is in the script. */
  packages: string[]
  /** Of these packages. */
  licences: string
}

/** Bundles a page that stands apart from the app into one script and one style. @param entry path of its first module */
export async function bundlePage(entry: string): Promise<BundledPage> {
  const packages = new Set<string>()
  const built = await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [messages(), notePackages(packages)],
    build: { write: false, target: TARGET, lib: { entry, formats: ['iife'], name: 'page' } },
  })
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const [script, ...chunks] = files.filter((file) => file.type === 'chunk')
  const [style, ...assets] = files.filter((file) => file.type === 'asset')
  if (script === undefined || chunks.length + assets.length > 0)
    throw new Error('the page is not one script and at most one style')
  const folders = [...packages].toSorted()
  return {
    script: script.code.trim(),
    style: String(style?.source ?? '').trim(),
    packages: folders,
    licences: writeLicences(folders),
  }
}
