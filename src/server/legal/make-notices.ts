import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** The client's libraries under every policy of the operator. */
const BASE = [
  '@nanostores/react',
  '@telegram-apps/sdk-react',
  '@tonconnect/ui-react',
  'nanostores',
  'react',
  'react-dom',
  'uqr',
  'valibot',
]
/** Libraries that are added where EVM wallets are offered. */
const EVM = ['@reown/appkit', '@walletconnect/universal-provider', 'viem']
/** Licences that must be prominent come first. */
const FIRST = ['@reown/appkit', '@walletconnect/core']

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)\b/i

const PackageSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string(), 'UNKNOWN'),
  author: v.optional(
    v.union([
      v.string(),
      v.pipe(
        v.object({ name: v.string() }),
        v.transform(({ name }) => name),
      ),
    ]),
  ),
  homepage: v.optional(v.string()),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
})
type Package = v.InferOutput<typeof PackageSchema> & { folder: string }

/** One licence text and all packages under it. */
export type PackageNotice = { packages: string[]; text: string }

/** `base` for every policy of the operator; `evm` is added where EVM wallets are offered. */
export type Notices = { base: PackageNotice[]; evm: PackageNotice[] }

/** The licences of the client's libraries and of all their dependencies, bundled or not. */
export function makeNotices(root: string): Notices {
  const base = closure(root, BASE)
  const evm = [...closure(root, EVM)].filter(([folder]) => !base.has(folder))
  return { base: getNotices([...base.values()]), evm: getNotices(evm.map(([, found]) => found)) }
}

/** The licences of packages. @param folders of the packages */
export function readPackageNotices(folders: readonly string[]): PackageNotice[] {
  return getNotices(folders.map(readPackage))
}

function closure(root: string, names: string[]): Map<string, Package> {
  const found = new Map<string, Package>()
  const due = names.map((name) => getFolder(root, { from: root, name }))
  for (let folder = due.pop(); folder !== undefined; folder = due.pop()) {
    if (found.has(folder)) continue
    const read = readPackage(folder)
    found.set(folder, read)
    const from = folder
    due.push(...Object.keys(read.dependencies).map((name) => getFolder(root, { from, name })))
  }
  return found
}

/** The folder where Node would find the package. */
function getFolder(root: string, { from, name }: { from: string; name: string }): string {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  if (from === root) throw new Error(`${name} is not installed`)
  return getFolder(root, { from: join(from, '..'), name })
}

function readPackage(folder: string): Package {
  const json = readFileSync(join(folder, 'package.json'), 'utf8')
  return { ...v.parse(v.pipe(v.string(), v.parseJson(), PackageSchema), json), folder }
}

function getNotices(packages: Package[]): PackageNotice[] {
  const byText = new Map<string, Set<string>>()
  for (const found of packages.toSorted(byName)) {
    const text = getLicence(found)
    byText.set(text, (byText.get(text) ?? new Set()).add(`${found.name} ${found.version}`))
  }
  return [...byText].map(([text, names]) => ({ packages: [...names], text }))
}

function byName(one: Package, other: Package): number {
  return rank(one) - rank(other) || one.name.localeCompare(other.name, 'en')
}

function rank({ name }: Package): number {
  const place = FIRST.indexOf(name)
  return place === -1 ? FIRST.length : place
}

/** The verbatim text, except for the line ends. */
function getLicence({ folder, license, author, homepage }: Package): string {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
  if (files.length > 0) return files.join('\n\n')
  return [`${license}; the package brings no text of it.`, author, homepage]
    .filter((line) => line !== undefined && line !== '')
    .join('\n')
}
