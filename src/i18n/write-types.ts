import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileNode } from './compile-messages.ts'
import { readMessages } from './read-messages.ts'

const FILE = join(import.meta.dirname, 'messages.ts')
const HEAD = `/** Everything that is said, by section. Written from \`en.json\` by \`npm run messages\`, and not committed. */
export type Messages = `

/** Writes the types of all messages into `messages.ts`, if they have changed. */
export function writeTypes(): void {
  const types = `${HEAD}${compileNode(readMessages('en'), 'en').type}\n`
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== types) writeFileSync(FILE, types)
}
