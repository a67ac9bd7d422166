import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildDemo, buildDemoClient } from '#demo/build-demo.ts'
import { writePackageNotices } from '#server/legal/write-notices.ts'
import { buildLibraries } from './build-libraries.ts'
import { bundlePage } from './bundle-page.ts'
import { BUNDLED, makeBuild } from './make-build.ts'
import { notePackages } from './note-packages.ts'
import { REFERENCE_ENTRY } from './reference-page.ts'
import { writeSbom } from './write-sbom.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'dist/package')

/* What `npm pack` begins with. */
// Whatever the shell says: React has another build for development.
process.env['NODE_ENV'] = 'production'
await rm(FOLDER, { recursive: true, force: true })
const packages = new Set<string>()
const plugins = [notePackages(packages)]
await makeBuild(ROOT, FOLDER, { plugins, modules: { demo: 'src/demo/packaged.ts' } })
await buildLibraries(ROOT, { folder: join(FOLDER, 'lib'), plugins })
const demo = { root: ROOT, directory: join(FOLDER, 'demo'), config: { ...BUNDLED, plugins } }
await buildDemo(demo)
await buildDemoClient({ ...demo, hasEvm: false })
await writeFile(join(FOLDER, 'NOTICES.txt'), writePackageNotices([...packages].toSorted()))
// Bundled inside of the build, with licences of its own. The other page like it has nothing that the library has not.
const reference = await bundlePage(REFERENCE_ENTRY)
await writeFile(
  join(FOLDER, 'sbom.cdx.json'),
  writeSbom(ROOT, [...packages, ...reference.packages]),
)
