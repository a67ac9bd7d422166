import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Chunk = Rolldown.OutputChunk

async function chunksOf(config: InlineConfig['build']): Promise<Chunk[]> {
  const quiet = { root, logLevel: 'silent', mode: 'production' } as const
  const result = await build({ ...quiet, build: { ...config, write: false } })
  return [result]
    .flat()
    .flatMap((output) => ('output' in output ? output.output : []))
    .filter((file) => file.type === 'chunk')
}

const modulesOf = (chunks: Chunk[]) => chunks.flatMap(({ moduleIds }) => moduleIds)

/** The chunks that the page needs before it runs: the entry and all that it imports statically. */
function firstChunks(chunks: Chunk[]): Chunk[] {
  const entry = chunks.find(({ isEntry }) => isEntry)
  const reached = new Set(entry ? [entry.fileName] : [])
  for (const fileName of reached) {
    const chunk = chunks.find((candidate) => candidate.fileName === fileName)
    for (const imported of chunk?.imports ?? []) reached.add(imported)
  }
  return chunks.filter(({ fileName }) => reached.has(fileName))
}

describe('a production build', () => {
  let client: Chunk[]
  let server: Chunk[]
  beforeAll(async () => {
    client = await chunksOf({})
    server = await chunksOf({ ssr: 'src/server/main.ts' })
  }, 60_000)

  test('holds nothing of the demo world or the tests', () => {
    const foreign = [...modulesOf(client), ...modulesOf(server)].filter((id) =>
      /\/(?:src\/demo|tests)\//.test(id),
    )
    expect(modulesOf(client).some((id) => id.endsWith('src/client/main.tsx'))).toBe(true)
    expect(modulesOf(server).some((id) => id.endsWith('src/server/start-server.ts'))).toBe(true)
    expect(foreign).toEqual([])
  })

  test("talks to Telegram's own origin only: the demo's open target is gone", () => {
    const code = client.map((chunk) => chunk.code).join('\n')
    expect(code).not.toContain('VITE_HOST_ORIGIN')
    expect(code).toContain('https://web.telegram.org')
  })

  test('has no byte of a wallet library before the first connect button', () => {
    const early = modulesOf(firstChunks(client)).filter((id) =>
      /@tonconnect|@reown|@walletconnect|viem/.test(id),
    )
    expect(early).toEqual([])
    expect(modulesOf(client).some((id) => id.includes('@tonconnect'))).toBe(true)
  })

  test('has no byte of an EVM wallet library while the policy is the only one built', () => {
    expect(modulesOf(client).filter((id) => /@reown|@walletconnect|viem/.test(id))).toEqual([])
  })

  test('never asks a wallet for a transaction', () => {
    const ours = client.filter(({ moduleIds }) =>
      moduleIds.every((id) => !id.includes('@tonconnect')),
    )
    expect(ours.map((chunk) => chunk.code).join('\n')).not.toContain('sendTransaction')
  })
})
