import { execFile } from 'node:child_process'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin } from 'vite'

const run = promisify(execFile)

/** Where the types of valibot, which ours are made of, go beside them. */
const VALIBOT = 'valibot.d.ts'

/** Builds `clasp-telegram/verify` into a folder: one module without imports, and its types. */
export async function buildVerifier(
  root: string,
  { folder, plugins }: { folder: string; plugins: Plugin[] },
): Promise<void> {
  await build({
    root,
    plugins,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    // viem and @noble/curves each have the same version of it.
    resolve: {
      alias: [
        {
          find: /^@noble\/hashes\/(\w+)$/,
          replacement: join(root, 'node_modules/viem/node_modules/@noble/hashes/esm/$1.js'),
        },
      ],
    },
    build: {
      outDir: folder,
      target: 'es2022',
      lib: { entry: 'src/proof/verifier.ts', formats: ['es'], fileName: () => 'verify.js' },
      rolldownOptions: { output: { minify: true } },
    },
  })
  await writeTypes(root, join(folder, 'types'))
}

async function writeTypes(root: string, folder: string): Promise<void> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const project = join(root, 'src/proof/tsconfig.types.json')
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
