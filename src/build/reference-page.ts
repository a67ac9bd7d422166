import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { REFERENCE_FILE } from '#server/builds/standalone-files.ts'
import { bundlePage } from './bundle-page.ts'

const FOLDER = join(import.meta.dirname, '../server/http/openapi')
/** First module of the page. */
export const REFERENCE_ENTRY = join(FOLDER, 'page.ts')
const HASH_LENGTH = 8

/** Adds the page that shows `/openapi.json` to a build of the client: the page, and its script as an asset. */
export function referencePage(): Plugin {
  return {
    name: 'reference-page',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    async generateBundle() {
      const { script, licences } = await bundlePage(REFERENCE_ENTRY)
      const source = `/*\n${licences.replaceAll('*/', '* /')}\n*/\n${script}`
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, HASH_LENGTH)
      const fileName = `assets/reference-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source })
      const html = await readFile(join(FOLDER, 'page.html'), 'utf8')
      const page = html.replace('<!--script-->', `<script src="/${fileName}" defer></script>`)
      this.emitFile({ type: 'asset', fileName: REFERENCE_FILE, source: page })
    },
  }
}
