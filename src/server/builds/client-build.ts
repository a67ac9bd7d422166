import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { Boot } from '#shared/boot.ts'
import { type DrawnLink, LINK_SECTIONS, type LinkKind } from '#shared/drawn-link.ts'
import type { Language } from '#shared/languages.ts'
import { type FindFile, openClientFiles } from './client-files.ts'

/** Markup of the first screens, made from the client's own components. */
export type FirstScreens = { home: string; chooser: string; outside: string; waiting: string }

export type RenderFirstScreen = (boot: Boot) => FirstScreens | Promise<FirstScreens>

/** Markup of the screen that a link leads to. */
export type RenderLink = (boot: Boot, link: DrawnLink) => string

/** The built Mini App. */
export type ClientBuild = {
  findFile: FindFile
  /** The built `index.html`. */
  template: string
  renderFirstScreen: RenderFirstScreen
  renderLink: RenderLink
  /** Paths of the modules that the page requests as soon as it runs, so that they can be fetched early. */
  preloads: (language: Language) => string[]
  /** The same for the choice of a wallet. */
  chooserPreloads: (language: Language) => string[]
  /** The same for the screen that a link of this kind leads to, and its style sheets, without which it is not drawn. */
  linkPreloads: (language: Language, kind: LinkKind) => string[]
}

/** The chunk of each screen that links lead to. */
const LINK_CHUNKS: Record<LinkKind, string> = {
  request: 'src/client/app/link-screens.ts',
  card: 'src/client/app/link-screens.ts',
  cosign: 'src/client/screens/cosign/cosign-screen.tsx',
}

/** The module `src/client/prerender.tsx`, built or loaded. */
export const PrerenderSchema = v.object({
  renderFirstScreen: v.custom<RenderFirstScreen>((value) => typeof value === 'function'),
  renderLink: v.custom<RenderLink>((value) => typeof value === 'function'),
})

/** Vite's `manifest.json`: source module → built chunk. */
const ManifestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(
    v.string(),
    v.object({
      file: v.string(),
      name: v.optional(v.string()),
      /** Chunks that it needs, by their keys here. */
      imports: v.optional(v.array(v.string()), []),
    }),
  ),
)
type ClientManifest = v.InferOutput<typeof ManifestSchema>

/** Paths of all files of a chunk and of those that it needs. */
function collectFiles(manifest: ClientManifest, key: string): Set<string> {
  const keys = new Set([key])
  for (const each of keys) for (const needed of manifest[each]?.imports ?? []) keys.add(needed)
  const chunks = [...keys].flatMap((each) => manifest[each] ?? [])
  return new Set(chunks.map(({ file }) => `/${file}`))
}

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
  /** A build without EVM has not all of them. */
  const getSections = (language: Language, sections: readonly string[]) =>
    sections
      .map((section) => messagesModule(language, section))
      .filter((module) => module in manifest)
      .map(getPath)
  const template = await readFile(join(build.client, 'index.html'), 'utf8')
  const prerender: unknown = await import(pathToFileURL(build.prerender).href)
  return {
    findFile: await openClientFiles(build.client, build.builds),
    template,
    ...v.parse(PrerenderSchema, prerender),
    preloads: (language) => [getPath(messagesModule(language, FIRST))],
    chooserPreloads: (language) => [...chooserChunks, ...getSections(language, CHOOSER_SECTIONS)],
    linkPreloads(language, kind) {
      const files = new Set([...collectFiles(manifest, LINK_CHUNKS[kind]), ...chooserChunks])
      const further = [...files].filter((path) => !template.includes(path))
      return [...further, ...getSections(language, [...CHOOSER_SECTIONS, LINK_SECTIONS[kind]])]
    },
  }
}
