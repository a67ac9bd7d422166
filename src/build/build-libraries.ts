import { execFile } from 'node:child_process'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin } from 'vite'

import { messages } from '../i18n/messages-plugin.ts'

const run = promisify(execFile)

/** What the package exports, by the names under which it does. */
const LIBRARIES = { verify: 'src/verifier/main.ts', host: 'src/host/main.ts' }

/** Where the types of valibot, which ours are made of, go beside them. */
const VALIBOT = 'valibot.d.ts'

/** Builds `clasp-telegram/verify` and `/host` into a folder: each one module without imports, and their types. */
export async function buildLibraries(
  root: string,
  { folder, plugins }: { folder: string; plugins: Plugin[] },
): Promise<void> {
  for (const [name, entry] of Object.entries(LIBRARIES)) {
    await buildLibrary(root, { name, entry, folder, plugins })
  }
  await writeTypes(root, join(folder, 'types'))
}

type Library = { name: string; entry: string; folder: string; plugins: Plugin[] }

async function buildLibrary(root: string, { name, entry, folder, plugins }: Library) {
  await build({
    root,
    plugins: [...plugins, messages()],
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: () => `${name}.js` },
      rolldownOptions: { output: { minify: true } },
    },
  })
}

async function writeTypes(root: string, folder: string): Promise<void> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const project = join(root, 'src/build/tsconfig.libraries.json')
  await run(process.execPath, [compiler, '--project', project, '--outDir', folder])
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name)
    await writeFile(path, withoutAliases(await readFile(path, 'utf8'), { path, folder }))
  }
  await copyFile(join(root, 'node_modules/valibot/dist/index.d.mts'), join(folder, VALIBOT))
}

/** Our names of folders, and the extension `.ts`, mean nothing outside of the project. */
function withoutAliases(types: string, { path, folder }: { path: string; folder: string }): string {
  const find = (file: string) => {
    const found = relative(dirname(path), join(folder, file)).replaceAll('\\', '/')
    return found.startsWith('.') ? found : `./${found}`
  }
  return types
    .replaceAll(/'#([^']+)\.ts'/g, (_, file: string) => `'${find(file)}.js'`)
    .replaceAll(/'(\.[^']+)\.ts'/g, "'$1.js'")
    .replaceAll("'valibot'", `'${find(VALIBOT).replace('.d.ts', '.js')}'`)
}
