import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { Boot } from '#shared/boot.ts'
import type { Language } from '#shared/languages.ts'
import { type FindFile, openClientFiles } from './client-files.ts'

/** Markup of the first screens, made from the client's own components. */
export type FirstScreens = { home: string; chooser: string; outside: string; waiting: string }

export type RenderFirstScreen = (boot: Boot) => FirstScreens | Promise<FirstScreens>

/** The built Mini App. */
export type ClientBuild = {
  findFile: FindFile
  /** The built `index.html`. */
  template: string
  renderFirstScreen: RenderFirstScreen
  /** Paths of the modules that the page requests as soon as it runs, so that they can be fetched early. */
  preloads: (language: Language) => string[]
  /** The same for the choice of a wallet. */
  chooserPreloads: (language: Language) => string[]
}

/** The module `src/client/prerender.tsx`, built or loaded. */
export const PrerenderSchema = v.object({
  renderFirstScreen: v.custom<RenderFirstScreen>((value) => typeof value === 'function'),
})

/** Vite's `manifest.json`: source module → built chunk. */
const ManifestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.object({ file: v.string(), name: v.optional(v.string()) })),
)

/** Sections of messages that are imported lazily: the first one that the entry requests, and those of the chooser. */
const FIRST = 'first'
const CHOOSER_SECTIONS = ['main', 'evm']
/** Chunks of the chooser, as `vite.config.ts` names them. A build without EVM has one of them. */
const CHOOSER_CHUNKS = new Set<string | undefined>(['home', 'evm-choices'])

const messagesModule = (language: Language, section: string) => `src/i18n/${language}-${section}.js`

/**
 * @param client folder of the built client
 * @param prerender the built module that renders the first screens
 * @param builds folder of all builds, whose assets are served as well; null for no other build
 */
export async function readClientBuild(build: {
  client: string
  prerender: string
  builds: string | null
}): Promise<ClientBuild> {
  const manifest = v.parse(
    ManifestSchema,
    await readFile(join(build.client, '.vite/manifest.json'), 'utf8'),
  )
  const getPath = (module: string) => {
    const chunk = manifest[module]
    if (!chunk) throw new Error(`the client build has no ${module}`)
    return `/${chunk.file}`
  }
  const chooserChunks = Object.values(manifest)
    .filter(({ file, name }) => CHOOSER_CHUNKS.has(name) && file.endsWith('.js'))
    .map(({ file }) => `/${file}`)
  const prerender: unknown = await import(pathToFileURL(build.prerender).href)
  return {
    findFile: await openClientFiles(build.client, build.builds),
    template: await readFile(join(build.client, 'index.html'), 'utf8'),
    renderFirstScreen: v.parse(PrerenderSchema, prerender).renderFirstScreen,
    preloads: (language) => [getPath(messagesModule(language, FIRST))],
    chooserPreloads: (language) => [
      ...chooserChunks,
      ...CHOOSER_SECTIONS.map((section) => messagesModule(language, section))
        .filter((module) => module in manifest)
        .map(getPath),
    ],
  }
}
