import type { Plugin } from 'vite'

/** The module from which each dynamic import of a build takes what loads its files (Vite: `preloadHelperId`). */
const HELPER = /^\0vite\/preload-helper\.js$/

/** All files of a part. Vite names none where the part needs no other file than its own. */
export const allFilesOf = (file: string, others: string[]): string[] =>
  others.length > 0 ? others : [file]

/** Loads the parts of the app with `loadPart` instead of Vite's own helper. @throws Error where a build did not use it */
export function partLoader(): Plugin {
  let isUsed = false
  return {
    name: 'part-loader',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    load: {
      filter: { id: HELPER },
      handler() {
        isUsed = true
        return `import { loadPart } from '/src/client/parts/load-part.ts'
export const __vitePreload = (importIt, files = []) => loadPart(importIt, files.map((file) => '/' + file))`
      },
    },
    generateBundle(_, bundle) {
      const hasParts = Object.values(bundle).some(
        (file) => file.type === 'chunk' && file.dynamicImports.length > 0,
      )
      if (hasParts && !isUsed) this.error('Vite no longer asks for its preload helper')
    },
  }
}
