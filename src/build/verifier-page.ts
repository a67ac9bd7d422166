import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { VERIFIER_FILE } from '#server/builds/standalone-files.ts'
import { bundlePage } from './bundle-page.ts'

const FOLDER = join(import.meta.dirname, '../verifier/page')

/** Adds the page on which anyone checks a proof to a build of the client. */
export function verifierPage(): Plugin {
  return {
    name: 'verifier-page',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: VERIFIER_FILE, source: await buildVerifierPage() })
    },
  }
}

/** The page in one file, which requests nothing by itself. The same sources make the same bytes. */
export async function buildVerifierPage(): Promise<string> {
  const { script, style, licences } = await bundlePage(join(FOLDER, 'main.ts'))
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    'connect-src https: http://localhost:* http://127.0.0.1:*',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const html = await readFile(join(FOLDER, 'page.html'), 'utf8')
  return html
    .replace(
      '<!--policy-->',
      () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    )
    .replace('<!--style-->', () => `<style>${style}</style>`)
    .replace('<!--script-->', () => `<script>${script}</script>`)
    .replace('<!--licences-->', () => `<!--\n${licences.replaceAll('--', '- -')}\n-->`)
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
