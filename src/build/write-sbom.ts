import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const ComponentSchema = v.looseObject({
  'bom-ref': v.string(),
  properties: v.array(v.object({ name: v.string() })),
})

/** Without `serialNumber` and the time, which differ each time. */
const SbomSchema = v.object({
  $schema: v.string(),
  bomFormat: v.literal('CycloneDX'),
  specVersion: v.string(),
  version: v.number(),
  metadata: v.object({ tools: v.array(v.unknown()), component: ComponentSchema }),
  components: v.array(ComponentSchema),
  dependencies: v.array(v.object({ ref: v.string(), dependsOn: v.array(v.string()) })),
})

const ManifestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ name: v.string(), version: v.string() }),
)

/** npm's mark of what only development needs. The build puts code of such packages into ours. */
const DEVELOPMENT = 'cdx:npm:package:development'

/**
 * The software bill of materials of the package, by CycloneDX: what `npm sbom` says of the packages whose code is in it, and
 * of those that npm installs with it, on every platform. The same lock file, sources, Node and npm make the same
 * text.
 *
 * @param root of the project
 * @param folders of the packages whose code is in ours
 * @throws Error for a package that the lock file does not have
 */
export function writeSbom(root: string, folders: readonly string[]): string {
  // A build runs with NODE_ENV=production, where npm leaves out what only development needs.
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include', 'dev']
  const text = execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { metadata, components, dependencies, ...head } = v.parse(
    v.pipe(v.string(), v.parseJson(), SbomSchema),
    text,
  )
  const bundled = new Set(folders.map(readRef))
  const kept = components.filter((it) => bundled.delete(it['bom-ref']) || !isDevelopment(it))
  if (bundled.size > 0) throw new Error(`package-lock.json has no ${[...bundled].join(', ')}`)
  const refs = new Set([metadata.component, ...kept].map((it) => it['bom-ref']))
  const node = { vendor: 'OpenJS Foundation', name: 'node', version: process.versions.node }
  const sbom = {
    ...head,
    metadata: {
      tools: [...metadata.tools, node],
      // npm takes the name of the folder.
      component: { ...metadata.component, name: readManifest(root).name },
    },
    components: kept,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((it) => refs.has(it)) })),
  }
  return `${JSON.stringify(sbom, withoutProperties, 2)}\n`
}

/** They say how npm installed a package here. */
function withoutProperties(name: string, value: unknown): unknown {
  return name === 'properties' ? undefined : value
}

function isDevelopment({ properties }: v.InferOutput<typeof ComponentSchema>): boolean {
  return properties.some(({ name }) => name === DEVELOPMENT)
}

function readRef(folder: string): string {
  const { name, version } = readManifest(folder)
  return `${name}@${version}`
}

function readManifest(folder: string) {
  return v.parse(ManifestSchema, readFileSync(join(folder, 'package.json'), 'utf8'))
}
