import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = process.cwd()
const ALIASES: Record<string, string> = { '#client/': 'src/client/', '#shared/': 'src/shared/' }
/** An import that loads before the first screen: neither of types only nor awaited. */
const STATIC_IMPORT = /^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'/gmu

/** Every file of ours that the page's entry brings along, by its path. */
function getFiles(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry) || (!entry.endsWith('.ts') && !entry.endsWith('.tsx'))) return found
  found.add(entry)
  for (const [, specifier = ''] of readFileSync(join(ROOT, entry), 'utf8').matchAll(
    STATIC_IMPORT,
  )) {
    const file = findPath(specifier, entry)
    if (file !== null && existsSync(join(ROOT, file))) getFiles(file, found)
  }
  return found
}

function findPath(specifier: string, from: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix))
  return alias === undefined ? null : specifier.replace(alias, ALIASES[alias] ?? '')
}

function getCode(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, '')
}

const files = [...getFiles('src/client/main.tsx')]

test('the check reads the code of the first screen', () => {
  expect(files).toContain('src/client/screens/home/home.tsx')
  expect(files).toContain('src/client/wallets/ton/create-ton-connector.ts')
  expect(files).not.toContain('src/client/app/core.ts')
})

test('the entry imports no EVM wallet code, and mentions no EVM wallet', () => {
  const evm = files.filter((file) => /\/(?:wallets|i18n)\/evm\/|evm-chains/u.test(file))
  // One key of the device's storage.
  expect(evm).toEqual(['src/client/wallets/evm/connected-key.ts'])
  const messages = /metamask|walletconnect(?!or)|reown|appkit|viem|ethereum|rainbow|bitget|eip155/iu
  expect(files.filter((file) => messages.test(getCode(file)))).toEqual([])
})
