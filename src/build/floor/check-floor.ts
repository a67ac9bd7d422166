import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { VERIFIER_FILE } from '#server/builds/standalone-files.ts'
import { findScriptFaults } from './script-faults.ts'
import { findStyleFaults } from './style-faults.ts'

/** What the files use beyond the floor, and why that is right. */
const ACCEPTED: Readonly<Record<string, string>> = {
  '.adoptedStyleSheets': 'lit asks for it once, at its start',
  '.startViewTransition': 'React: only for components that the app does not have',
  navigation: 'React asks for it before',
  'Uint8Array.fromBase64': '@scure/base asks for it once, at its start',
  'Uint8Array.fromHex': '@noble/hashes asks for it once, at its start',
  cancelIdleCallback: 'when-idle.ts asks for its other half',
  'forced-color-adjust': 'only looks: iOS has no forced colours',
  outline: 'only looks: before iOS 16.4 its corners are square',
  'overscroll-behavior': 'only looks: the page behind a sheet scrolls too',
  resize: 'iOS shows no handle to resize a text by',
  'text-wrap': 'only looks: lines break where they are full',
}

/** The same of one file. */
const ACCEPTED_IN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [VERIFIER_FILE]: { 'AbortSignal.timeout': 'the page fills it in' },
}

const INLINE_SCRIPT = /<script>(.*?)<\/script>/gs
const INLINE_STYLE = /<style>(.*?)<\/style>/gs

/** @param folder of a built client @throws Error that names everything in its files that an engine of the floor does not have */
export async function checkFloor(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  const faults = await Promise.all(
    names.map(async (name) => {
      const type = extname(name)
      const text = /\.(?:js|css|html)/.test(type) ? await readFile(join(folder, name), 'utf8') : ''
      const faults = listFaults(type, text).filter((fault) => !(fault in (ACCEPTED_IN[name] ?? {})))
      return faults.map((fault) => `${fault} in ${name}`)
    }),
  )
  if (faults.flat().length > 0) throw new Error(`beyond the floor: ${faults.flat().join(', ')}`)
}

/** What a file of the client uses beyond the floor, except what is accepted. @param type such as `.js` */
export function listFaults(type: string, text: string): string[] {
  return findFaults(type, text).filter((fault) => !(fault in ACCEPTED))
}

function findFaults(type: string, text: string): string[] {
  if (type === '.js') return findScriptFaults(text)
  if (type === '.css') return findStyleFaults(text)
  if (type !== '.html') return []
  const scripts = [...text.matchAll(INLINE_SCRIPT)].flatMap(([, code = '']) =>
    findScriptFaults(code),
  )
  const styles = [...text.matchAll(INLINE_STYLE)].flatMap(([, code = '']) => findStyleFaults(code))
  return [...scripts, ...styles]
}
