import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Families in the order in which a letter is looked for: Latin, Cyrillic, Arabic. */
const FAMILIES = [
  { family: 'Picture Latin', fontPackage: '@fontsource/inter', file: 'inter-latin' },
  { family: 'Picture Cyrillic', fontPackage: '@fontsource/inter', file: 'inter-cyrillic' },
  { family: 'Picture Arabic', fontPackage: '@fontsource/vazirmatn', file: 'vazirmatn-arabic' },
] as const
const WEIGHTS = [400, 500, 600, 700] as const

/** A font as a page can take it: bytes in base64. */
type Font = { family: string; weight: string; bytes: string }

/**
 * A script for the pages of a picture that gives them fonts, whatever the machine has. The product itself has none: it is
 * set in the system's own.
 */
export async function pictureFonts(): Promise<string> {
  const fonts = await Promise.all(
    FAMILIES.flatMap((family) => WEIGHTS.map((weight) => readFont(family, weight))),
  )
  const stack = FAMILIES.map(({ family }) => `'${family}'`).join(', ')
  return `(${useFonts.toString()})(${JSON.stringify(fonts)}, ${JSON.stringify(stack)})`
}

async function readFont(
  { family, fontPackage, file }: (typeof FAMILIES)[number],
  weight: number,
): Promise<Font> {
  const { resolve } = createRequire(import.meta.url)
  const directory = dirname(resolve(`${fontPackage}/package.json`))
  const bytes = await readFile(join(directory, 'files', `${file}-${weight}-normal.woff2`))
  return { family, weight: String(weight), bytes: bytes.toString('base64') }
}

/** Runs in the page, before its own scripts; a policy that forbids foreign fonts knows only those that are fetched. */
function useFonts(fonts: Font[], stack: string): void {
  for (const { family, weight, bytes } of fonts) {
    const data = Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0)
    document.fonts.add(new FontFace(family, data, { weight, display: 'block' }))
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    html, body { font-family: ${stack}, sans-serif !important }
  `)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
