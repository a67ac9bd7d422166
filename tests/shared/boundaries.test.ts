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

let copy: string

/** A tree with our rules that holds only the files that a test plants. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'clasp-boundaries-'))
  const rules = [
    '.oxlintrc.json',
    'src/build/effect-value-rule.js',
    'src/build/folder-pair-rule.js',
    'package.json',
    'tsconfig.json',
  ]
  const platforms = ['shared', 'proof', 'client', 'server'].map(
    (name) => `src/${name}/tsconfig.json`,
  )
  for (const file of [...rules, ...platforms]) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await cp(join(root, file), join(copy, file))
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rm(copy, { recursive: true, force: true }))

/** The tool's output about the planted file, empty when it finds no fault. */
async function complaints(
  path: string,
  code: string,
  tool: 'linter' | 'compiler',
): Promise<string> {
  const file = join(copy, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, code)
  const [name, args] =
    tool === 'linter' ? ['oxlint', [path]] : ['tsc', ['-p', path.split('/').slice(0, 2).join('/')]]
  try {
    await run(bin(name), args, { cwd: copy })
    return ''
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  } finally {
    await rm(file)
  }
}

describe('import directions are held by the linter', () => {
  test.each([
    ['src/shared/planted.ts', '#server/config/config.ts'],
    ['src/shared/planted.ts', 'node:fs'],
    ['src/shared/planted.ts', 'react'],
    ['src/proof/planted.ts', '#server/config/config.ts'],
    ['src/proof/planted.ts', 'node:crypto'],
    ['src/client/app/planted.ts', '#server/config/config.ts'],
    ['src/client/app/planted.ts', '@telegram-apps/sdk-react'],
    ['src/client/screens/planted.ts', '@tonconnect/ui-react'],
    ['src/client/screens/planted.ts', '#client/app/app.tsx'],
    ['src/client/ui/planted.ts', '#client/telegram/telegram.ts'],
    ['src/client/telegram/planted.ts', '#client/screens/home.tsx'],
    ['src/client/wallets/ton/planted.ts', '#client/screens/home.tsx'],
    ['src/client/app/planted.ts', '@walletconnect/universal-provider'],
    ['src/client/screens/planted.ts', 'viem'],
    ['src/client/wallets/ton/planted.ts', '@reown/appkit/core'],
    ['src/client/wallets/ton/planted.ts', '../evm/create-evm-connector.ts'],
    ['src/client/wallets/evm/planted.ts', '../ton/create-ton-connector.ts'],
    ['src/client/wallets/evm/planted.ts', '@tonconnect/ui-react'],
    ['src/server/http/planted.ts', 'viem'],
    ['src/server/store/planted.ts', 'viem'],
    ['src/server/http/planted.ts', '#client/app/app.tsx'],
    ['src/server/http/planted.ts', 'kysely'],
    ['src/server/proofs/judge-planted.ts', '#server/store/store.ts'],
    ['src/server/proofs/judge-planted.ts', '../store/store.ts'],
    ['src/server/store/rows/planted.ts', '../linking/linking-store.ts'],
    ['src/server/store/rows/planted.ts', '../store.ts'],
    ['src/server/store/database/planted.ts', '../rows/transaction.ts'],
    ['src/server/store/database/planted.ts', '#server/log/log.ts'],
    ['src/server/planted.ts', '#demo/start-demo.ts'],
    ['src/server/planted.ts', '#build/make-build.ts'],
    ['src/client/planted.ts', '#demo/start-demo.ts'],
  ])('%s may not import %s', async (path, specifier) => {
    const code = `import type * as planted from '${specifier}'\nexport type Planted = typeof planted\n`
    expect(await complaints(path, code, 'linter')).toContain('no-restricted-imports')
  })

  test('the linter passes an allowed import, so that a refusal above means something', async () => {
    const code =
      "import type * as planted from '#shared/wallet.ts'\nexport type Planted = typeof planted\n"
    expect(await complaints('src/client/app/planted.ts', code, 'linter')).toBe('')
  })
})

const importing = (specifier: string) =>
  `import type { Planted } from '${specifier}'\nexport type Other = Planted\n`

/** With a file in the other folder that imports `../one`. */
async function complaintsBesideOther(path: string, specifier: string) {
  const other = join(copy, 'src/server/other/planted.ts')
  await mkdir(dirname(other), { recursive: true })
  await writeFile(other, importing('../one/planted.ts'))
  try {
    return await complaints(path, importing(specifier), 'linter')
  } finally {
    await rm(other)
  }
}

describe('of two folders, only one imports the other', () => {
  test.each(['../other/planted.ts', '#server/other/planted.ts'])('%s', async (specifier) => {
    expect(await complaintsBesideOther('src/server/one/planted.ts', specifier)).toContain(
      'no-mutual-imports',
    )
  })

  test('a third folder may import both', async () => {
    expect(await complaintsBesideOther('src/server/third/planted.ts', '../other/planted.ts')).toBe(
      '',
    )
  })
})

const withEffect = (hook: string, body: string) => `import { ${hook} } from 'react'
export function usePlanted(place: { current: HTMLElement | null }, isOpen: boolean): void {
  ${hook}(() => ${body}, [isOpen, place])
}
`

describe('what an effect returns is held by the linter', () => {
  test.each([
    ['useEffect', 'place.current?.scrollIntoView()'],
    ['useLayoutEffect', 'document.body.focus()'],
    ['useInsertionEffect', '(isOpen ? place.current?.focus() : undefined)'],
    ['useEffect', 'isOpen && place.current?.focus()'],
  ])('%s(() => %s) is refused', async (hook, body) => {
    expect(
      await complaints('src/client/ui/planted.ts', withEffect(hook, body), 'linter'),
    ).toContain('no-implicit-cleanup')
  })

  test.each([
    ['useEffect', '{ if (isOpen) place.current?.scrollIntoView() }'],
    ['useEffect', '() => isOpen && place.current?.blur()'],
    ['useEffect', 'void (isOpen && place.current?.requestFullscreen())'],
  ])('%s(() => %s) is passed', async (hook, body) => {
    expect(await complaints('src/client/ui/planted.ts', withEffect(hook, body), 'linter')).toBe('')
  })
})

describe('platforms are held by the compiler', () => {
  test.each([
    ['src/shared/planted.ts', 'window'],
    ['src/shared/planted.ts', 'process'],
    ['src/shared/planted.ts', 'fetch'],
    ['src/proof/planted.ts', 'process'],
    ['src/proof/planted.ts', 'Buffer'],
    ['src/server/planted.ts', 'window'],
    ['src/client/planted.ts', 'process'],
  ])('%s does not know %s', { timeout: 30_000 }, async (path, name) => {
    expect(await complaints(path, `export const planted = ${name}\n`, 'compiler')).toContain(
      `'${name}'`,
    )
  })
})
