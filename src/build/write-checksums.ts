import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** What members are served. */
const PAGES = ['dist/package/client', 'dist/package/client-without-evm']

/**
 * Checksums as `sha256sum --check` reads them: of a package, and of each file of the page as it is in the package when
 * it is unpacked beside them.
 *
 * @param root of the project or of the unpacked package
 * @param folder of the package
 */
export async function writeChecksums(
  root: string,
  { folder, name }: { folder: string; name: string },
): Promise<string> {
  const pages = await Promise.all(PAGES.map((page) => listFiles(join(root, page))))
  const files = pages.flat().map((file) => [file, `package/${relative(root, file)}`] as const)
  const all = [[join(folder, name), name] as const, ...files]
  const lines = await Promise.all(all.map(async ([file, as]) => `${await digest(file)}  ${as}\n`))
  return lines.join('')
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}

async function digest(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}
