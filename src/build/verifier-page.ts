import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { VERIFIER_FILE } from '#server/builds/verifier-page.ts'
import { messages } from '../i18n/messages-plugin.ts'
import { writeLicences } from '../server/legal/write-notices.ts'
import { TARGET } from './floor/floor.ts'
import { notePackages } from './note-packages.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'src/verifier/page')

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
  const { script, style, licences } = await bundle()
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

async function bundle(): Promise<{ script: string; style: string; licences: string }> {
  const packages = new Set<string>()
  const built = await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [messages(), notePackages(packages)],
    build: {
      write: false,
      target: TARGET,
      lib: { entry: join(FOLDER, 'main.ts'), formats: ['iife'], name: 'verifier' },
    },
  })
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const [script, ...chunks] = files.filter((file) => file.type === 'chunk')
  const [style, ...assets] = files.filter((file) => file.type === 'asset')
  if (script === undefined || style === undefined || chunks.length + assets.length > 0)
    throw new Error('the page is not one script and one style')
  const licences = writeLicences([...packages].toSorted())
  return { script: script.code.trim(), style: String(style.source).trim(), licences }
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
