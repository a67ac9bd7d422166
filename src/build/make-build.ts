import { join } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { checkFloor } from './floor/check-floor.ts'

/** Folders of a build. */
type BuildPart = 'client' | 'client-without-evm' | 'prerender' | 'server'

/** The server's process, and the command beside it. */
const SERVER = { main: 'src/server/main.ts', 'clasp-telegram': 'src/server/cli/main.ts' }

type Additions = {
  /** Further modules for Node beside those of the server, by the names of their files. @default none */
  modules?: Record<string, string>
  /** Take part in every part's build. @default none */
  plugins?: Plugin[]
}

/**
 * Everything that a server needs but two packages, in a folder that is empty so far.
 *
 * @param root the project
 * @throws Error where the client needs a newer engine than it may
 */
export async function makeBuild(
  root: string,
  folder: string,
  { modules = {}, plugins = [] }: Additions = {},
): Promise<Record<BuildPart, Rolldown.OutputChunk[]>> {
  const make = async (part: BuildPart, config: InlineConfig = {}) =>
    getChunks(
      await build({
        ...config,
        root,
        plugins,
        logLevel: 'warn',
        build: { ...config.build, outDir: join(folder, part) },
      }),
    )
  const made = {
    client: await make('client'),
    'client-without-evm': await make('client-without-evm', { mode: 'without-evm' }),
    prerender: await make('prerender', forNode({ prerender: 'src/client/prerender.tsx' })),
    server: await make('server', forNode({ ...SERVER, ...modules })),
  }
  // Without EVM wallets there is less, and nothing else.
  await checkFloor(join(folder, 'client'))
  return made
}

/** Packages whose code is not JavaScript alone: `dependencies` of package.json. Everything else is bundled. */
const NATIVE = ['libsql', 'tiny-secp256k1']

/** For modules that Node runs without their packages. */
export const BUNDLED: InlineConfig = {
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true, external: NATIVE },
}

/** Builds modules that Node runs. @param input their sources, by the names of their files */
function forNode(input: Record<string, string>): InlineConfig {
  return {
    ...BUNDLED,
    // Of CommonJS modules; what is built is ES modules.
    define: { ...BUNDLED.define, __dirname: 'import.meta.dirname' },
    build: {
      ssr: true,
      copyPublicDir: false,
      manifest: false,
      // node-fetch knows the classes of others by their names.
      rolldownOptions: { input, output: { keepNames: true } },
    },
  }
}

function getChunks(result: Awaited<ReturnType<typeof build>>): Rolldown.OutputChunk[] {
  return [result]
    .flat()
    .flatMap((output) => ('output' in output ? output.output : []))
    .filter((file) => file.type === 'chunk')
}
