import { join } from 'node:path'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { checkFloor } from './floor/check-floor.ts'

/** Folders of a build. */
type BuildPart = 'client' | 'client-without-evm' | 'prerender' | 'server' | 'cli'

const PARTS: Record<BuildPart, InlineConfig> = {
  client: {},
  'client-without-evm': { mode: 'without-evm' },
  prerender: forNode('src/client/prerender.tsx'),
  server: forNode('src/server/main.ts'),
  cli: forNode('src/server/cli/main.ts'),
}

function forNode(entry: string): InlineConfig {
  return { build: { ssr: entry, copyPublicDir: false } }
}

/**
 * Everything that a server needs, in a folder that is empty so far.
 *
 * @param root the project
 * @throws Error where the client needs a newer engine than it may
 */
export async function makeBuild(
  root: string,
  folder: string,
): Promise<Record<BuildPart, Rolldown.OutputChunk[]>> {
  const make = async (part: BuildPart) => {
    const config = PARTS[part]
    return getChunks(
      await build({
        ...config,
        root,
        logLevel: 'warn',
        build: { ...config.build, outDir: join(folder, part) },
      }),
    )
  }
  const made = {
    client: await make('client'),
    'client-without-evm': await make('client-without-evm'),
    prerender: await make('prerender'),
    server: await make('server'),
    cli: await make('cli'),
  }
  // Without EVM wallets there is less, and nothing else.
  await checkFloor(join(folder, 'client'))
  return made
}

function getChunks(result: Awaited<ReturnType<typeof build>>): Rolldown.OutputChunk[] {
  return [result]
    .flat()
    .flatMap((output) => ('output' in output ? output.output : []))
    .filter((file) => file.type === 'chunk')
}
