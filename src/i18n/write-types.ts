import { type CompiledMessages, compileNode, type MessageParameters } from './compile-messages.ts'
import { readMessages } from './read-messages.ts'

const HEAD = `/** Everything that is said, by section. Written from \`en.json\`: \`npx tsx src/i18n/write-messages.ts\`. */
export type Messages = `

/** The types of all messages, as the source of `messages.ts`. */
export function writeTypes(): string {
  return `${HEAD}${getType(compileNode(readMessages('en'), 'en'))}\n`
}

function getType(compiled: CompiledMessages): string {
  switch (compiled.kind) {
    case 'text':
      return given(compiled.parameters, 'string')
    case 'list':
      return given(compiled.parameters, 'readonly string[]')
    case 'parts':
      return given(
        compiled.parameters,
        `{ ${Object.keys(compiled.parts)
          .map((key) => `${quoteKey(key)}: string`)
          .join('; ')} }`,
      )
    case 'group':
      return `{\n${Object.entries(compiled.messages)
        .map(([key, message]) => `${quoteKey(key)}: ${getType(message)}\n`)
        .join('')}}`
  }
}

/** One parameter is passed as it is, several as an object. */
function given(parameters: MessageParameters, result: string): string {
  const [first, ...others] = [...parameters].map(([name, type]) => `${name}: ${type}`)
  if (first === undefined) return result
  return others.length === 0
    ? `(${first}) => ${result}`
    : `(about: { ${[first, ...others].join('; ')} }) => ${result}`
}

function quoteKey(key: string): string {
  return /^\w+$/.test(key) ? key : `'${key}'`
}
