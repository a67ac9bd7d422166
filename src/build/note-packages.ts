import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin } from 'vite'

const FOLDER = `${sep}node_modules${sep}`

/** Notes the folders of the packages whose code goes into a build. @param found takes them */
export function notePackages(found: Set<string>): Plugin {
  return {
    name: 'note-packages',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        const ids = file.type === 'chunk' ? file.moduleIds : []
        for (const folder of ids.flatMap(findPackage)) found.add(folder)
      }
    },
  }
}

/** The innermost installed package on the way to a module. Some packages bring others in folders of their own. */
function findPackage(id: string): string[] {
  const at = id.lastIndexOf(FOLDER)
  if (at === -1) return []
  const [scope = '', name = ''] = id.slice(at + FOLDER.length).split(sep)
  const folder = join(id.slice(0, at), 'node_modules', scope, scope.startsWith('@') ? name : '')
  return existsSync(join(folder, 'package.json')) ? [folder] : findPackage(id.slice(0, at))
}
