import { readFile } from 'node:fs/promises'

/** The first block of code in a language that docs/running.md has. */
export async function readDocumented(language: string): Promise<string> {
  const page = await readFile(new URL('../../docs/running.md', import.meta.url), 'utf8')
  const lines = page.split(`\`\`\`${language}\n`)[1]?.split('```')[0]
  if (lines === undefined) throw new Error(`docs/running.md has no lines for ${language}`)
  return lines
}
