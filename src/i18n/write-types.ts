import { type CompiledWords, compileNode, type Parameters } from './compile-words.ts'
import { readWords } from './read-words.ts'

const HEAD = `/** Everything that is said, by section. Written from \`en.json\`: \`npx tsx src/i18n/write-words.ts\`. */
export type Spoken = `

/** The types of all messages, as the source of `spoken.ts`. */
export function writeTypes(): string {
  return `${HEAD}${typeOf(compileNode(readWords('en'), 'en'))}\n`
}

function typeOf(compiled: CompiledWords): string {
  switch (compiled.kind) {
    case 'text':
      return given(compiled.parameters, 'string')
    case 'list':
      return given(compiled.parameters, 'readonly string[]')
    case 'parts':
      return given(
        compiled.parameters,
        `{ ${Object.keys(compiled.parts)
          .map((key) => `${nameOf(key)}: string`)
          .join('; ')} }`,
      )
    case 'group':
      return `{\n${Object.entries(compiled.words)
        .map(([key, word]) => `${nameOf(key)}: ${typeOf(word)}\n`)
        .join('')}}`
  }
}

/** One parameter is given as it is, several as an object. */
function given(parameters: Parameters, result: string): string {
  const [first, ...others] = [...parameters].map(([name, type]) => `${name}: ${type}`)
  if (first === undefined) return result
  return others.length === 0
    ? `(${first}) => ${result}`
    : `(about: { ${[first, ...others].join('; ')} }) => ${result}`
}

function nameOf(key: string): string {
  return /^\w+$/.test(key) ? key : `'${key}'`
}
