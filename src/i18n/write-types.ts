import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledMessages, compileNode, type MessageParameters } from './compile-messages.ts'
import { readMessages } from './read-messages.ts'

const FILE = join(import.meta.dirname, 'messages.ts')
const HEAD = `/** Everything that is said, by section. Written from \`en.json\` by \`npm run messages\`, and not committed. */
export type Messages = `

/** Writes the types of all messages into `messages.ts`, if they have changed. */
export function writeTypes(): void {
  const types = `${HEAD}${getType(compileNode(readMessages('en'), 'en'))}\n`
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== types) writeFileSync(FILE, types)
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
        .map(([key, message]) => indent(`${quoteKey(key)}: ${getType(message)}\n`))
        .join('')}}`
  }
}

const indent = (lines: string) => lines.replaceAll(/^(?=.)/gmu, '  ')

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
