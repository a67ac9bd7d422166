import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = (name: string) => join(root, 'node_modules/.bin', name)

type Tool = 'linter' | 'compiler'

/** Files with one fault each, or with none, by their paths. A tool sees only its own. */
const plants = { linter: new Map<string, string>(), compiler: new Map<string, string>() }

/** Has the file in the tool's tree, under a name of its own. Returns its path. */
function plant(name: string, code: string, tool: Tool = 'linter'): string {
  const path = `${name}-${plants[tool].size}.ts`
  plants[tool].set(path, code)
  return path
}

/** Plants the cases of a table. */
const planted = <Case extends readonly [string, string]>(
  cases: readonly Case[],
  file: (one: Case) => Parameters<typeof plant>,
) => cases.map((one) => [one[0], one[1], plant(...file(one))] as const)

const PLATFORMS = ['src/shared', 'src/proof', 'src/client', 'src/server']
const RULES = [
  '.oxlintrc.json',
  'src/build/effect-value-rule.js',
  'src/build/folder-pair-rule.js',
  'package.json',
  'tsconfig.json',
  ...PLATFORMS.map((platform) => `${platform}/tsconfig.json`),
]

let copy: string
/** What the tools say, a line a fault, which begins with the file. */
const faults: Record<Tool, string[]> = { linter: [], compiler: [] }

/** Each tool looks once at a tree with our rules that holds only what was planted for it. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'clasp-boundaries-'))
  const trees = { linter: await growTree('linter'), compiler: await growTree('compiler') }
  const [linted, ...compiled] = await Promise.all([
    report(trees.linter, 'oxlint', ['--format=unix', 'src']),
    ...PLATFORMS.map((platform) =>
      report(trees.compiler, 'tsc', ['-p', platform, '--pretty', 'false']),
    ),
  ])
  faults.linter = linted.split('\n')
  faults.compiler = compiled.join('\n').split('\n')
}, 60_000)
afterAll(() => rm(copy, { recursive: true, force: true }))

async function growTree(tool: Tool): Promise<string> {
  const tree = join(copy, tool)
  for (const file of [...RULES, ...plants[tool].keys()])
    await mkdir(dirname(join(tree, file)), { recursive: true })
  for (const file of RULES) await cp(join(root, file), join(tree, file))
  for (const [file, code] of plants[tool]) await writeFile(join(tree, file), code)
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  return tree
}

async function report(cwd: string, name: string, args: string[]): Promise<string> {
  try {
    await run(bin(name), args, { cwd })
    return ''
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  }
}

const complaints = (path: string, tool: Tool = 'linter') =>
  faults[tool].filter((fault) => fault.startsWith(path)).join('\n')

const typeImport = (specifier: string) =>
  `import type * as planted from '${specifier}'\nexport type Planted = typeof planted\n`

describe('import directions are held by the linter', () => {
  const refused: [string, string][] = [
    ['src/shared/planted', '#server/config/config.ts'],
    ['src/shared/planted', 'node:fs'],
    ['src/shared/planted', 'react'],
    ['src/proof/planted', '#server/config/config.ts'],
    ['src/proof/planted', 'node:crypto'],
    ['src/client/app/planted', '#server/config/config.ts'],
    ['src/client/app/planted', '@telegram-apps/sdk-react'],
    ['src/client/screens/planted', '@tonconnect/ui-react'],
    ['src/client/screens/planted', '#client/app/app.tsx'],
    ['src/client/ui/planted', '#client/telegram/telegram.ts'],
    ['src/client/telegram/planted', '#client/screens/home.tsx'],
    ['src/client/wallets/ton/planted', '#client/screens/home.tsx'],
    ['src/client/app/planted', '@walletconnect/universal-provider'],
    ['src/client/screens/planted', 'viem'],
    ['src/client/wallets/ton/planted', '@reown/appkit/core'],
    ['src/client/wallets/ton/planted', '../evm/create-evm-connector.ts'],
    ['src/client/wallets/evm/planted', '../ton/create-ton-connector.ts'],
    ['src/client/wallets/evm/planted', '@tonconnect/ui-react'],
    ['src/server/http/planted', 'viem'],
    ['src/server/store/planted', 'viem'],
    ['src/server/http/planted', '#client/app/app.tsx'],
    ['src/server/http/planted', 'kysely'],
    ['src/server/proofs/judge-planted', '#server/store/store.ts'],
    ['src/server/proofs/judge-planted', '../store/store.ts'],
    ['src/server/store/rows/planted', '../linking/attempts.ts'],
    ['src/server/store/rows/planted', '../store.ts'],
    ['src/server/store/database/planted', '../rows/transaction.ts'],
    ['src/server/store/database/planted', '#server/log/log.ts'],
    ['src/server/store/database/planted', '../../config/config.ts'],
    ['src/server/store/rows/planted', '../../proofs/build-proof.ts'],
    ['src/server/planted', '#demo/start-demo.ts'],
    ['src/server/planted', '#build/make-build.ts'],
    ['src/client/planted', '#demo/start-demo.ts'],
  ]

  test.each(planted(refused, ([name, specifier]) => [name, typeImport(specifier)]))(
    '%s may not import %s',
    (_name, _specifier, path) => {
      expect(complaints(path)).toContain('no-restricted-imports')
    },
  )

  const allowed = plant('src/client/app/planted', typeImport('#shared/wallet.ts'))
  test('the linter passes an allowed import, so that a refusal above means something', () => {
    expect(complaints(allowed)).toBe('')
  })
})

const importing = (folder: string, specifier: string) =>
  plant(
    `src/server/${folder}/planted`,
    `import type { Planted } from '${specifier}'\nexport type Other = Planted\n`,
  )

describe('of two folders, only one imports the other', () => {
  importing('other', '../one/planted.ts')

  test.each([
    ['../other/planted.ts', importing('one', '../other/planted.ts')],
    ['#server/other/planted.ts', importing('one', '#server/other/planted.ts')],
    [
      'import()',
      plant('src/server/one/planted', "export const planted = import('../other/planted.ts')\n"),
    ],
  ])('%s is refused there', (_specifier, path) => {
    expect(complaints(path)).toContain('no-mutual-imports')
  })

  const third = importing('third', '../other/planted.ts')
  test('a third folder may import both', () => expect(complaints(third)).toBe(''))
})

const withEffect = (hook: string, body: string) => `import { ${hook} } from 'react'
export function usePlanted(place: { current: HTMLElement | null }, isOpen: boolean): void {
  ${hook}(() => ${body}, [isOpen, place])
}
`

const plantEffects = (cases: readonly [string, string][]) =>
  planted(cases, ([hook, body]) => ['src/client/ui/planted', withEffect(hook, body)])

describe('what an effect returns is held by the linter', () => {
  test.each(
    plantEffects([
      ['useEffect', 'place.current?.scrollIntoView()'],
      ['useLayoutEffect', 'document.body.focus()'],
      ['useInsertionEffect', '(isOpen ? place.current?.focus() : undefined)'],
      ['useEffect', 'isOpen && place.current?.focus()'],
    ]),
  )('%s(() => %s) is refused', (_hook, _body, path) => {
    expect(complaints(path)).toContain('no-implicit-cleanup')
  })

  test.each(
    plantEffects([
      ['useEffect', '{ if (isOpen) place.current?.scrollIntoView() }'],
      ['useEffect', '() => isOpen && place.current?.blur()'],
      ['useEffect', 'void (isOpen && place.current?.requestFullscreen())'],
    ]),
  )('%s(() => %s) is passed', (_hook, _body, path) => expect(complaints(path)).toBe(''))
})

describe('platforms are held by the compiler', () => {
  const foreign: [string, string][] = [
    ['src/shared', 'window'],
    ['src/shared', 'process'],
    ['src/shared', 'fetch'],
    ['src/proof', 'process'],
    ['src/proof', 'Buffer'],
    ['src/server', 'window'],
    ['src/client', 'process'],
  ]

  test.each(
    planted(foreign, ([folder, name]) => [
      `${folder}/planted`,
      `export const planted = ${name}\n`,
      'compiler',
    ]),
  )('%s does not know %s', (_folder, name, path) =>
    expect(complaints(path, 'compiler')).toContain(`'${name}'`),
  )
})
