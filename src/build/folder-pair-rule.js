import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

const IMPORTED = /\b(?:from\s+|import\()'([#.][^']+)'/gu

/** @type {Map<string, string>} */
const sources = new Map()

/**
 * The code of all files of a folder, read once.
 *
 * @param {string} folder
 */
function readFolder(folder) {
  const known = sources.get(folder)
  if (known !== undefined) return known
  const files = existsSync(folder) ? readdirSync(folder) : []
  const code = files
    .filter((name) => /\.tsx?$/u.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  sources.set(folder, code)
  return code
}

/**
 * The folder that an import of ours leads to; `#server/…` is `src/server/…`, as package.json says.
 *
 * @param {string} from folder of the file that imports
 * @param {string} specifier
 */
function findFolder(from, specifier) {
  if (specifier.startsWith('.')) return dirname(join(from, specifier))
  const root = from.slice(0, from.lastIndexOf(`${sep}src${sep}`))
  return dirname(join(root, 'src', specifier.slice(1)))
}

/**
 * @param {string} one
 * @param {string} other
 */
function isInside(one, other) {
  return !relative(other, one).startsWith('..')
}

/** A rule of the linter: of two folders side by side, only one imports the other. */
export default {
  meta: { name: 'folders' },
  rules: {
    'no-mutual-imports': {
      /** @param {{ filename: string, report(fault: { node: unknown, message: string }): void }} context */
      create: (context) => ({
        /** @param {{ source: { value: string } }} node */
        ImportDeclaration: (node) => judge(node, context),
        /** @param {{ source: { value?: unknown } }} node */
        ImportExpression: (node) => judge(node, context),
      }),
    },
  },
}

/**
 * @param {{ source: { value?: unknown } }} node
 * @param {{ filename: string, report(fault: { node: unknown, message: string }): void }} context
 */
function judge(node, context) {
  const { value } = node.source
  if (typeof value !== 'string' || !/^[#.]/u.test(value)) return
  const here = dirname(context.filename)
  const there = findFolder(here, value)
  if (isInside(here, there) || isInside(there, here)) return
  const back = [...readFolder(there).matchAll(IMPORTED)].some(
    ([, specifier = '']) => findFolder(there, specifier) === here,
  )
  if (back)
    context.report({ node, message: `${relative(here, there)} imports this folder already` })
}
