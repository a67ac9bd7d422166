import { randomBytes } from 'node:crypto'
import { lstat, open, readFile, rename, rm } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import type { Environment } from '#server/config/environment.ts'
import { describeFileError } from '#server/log/describe-file-error.ts'
import { errorCode } from '#server/log/error-code.ts'
import { CommandError } from '../command.ts'

export type EnvFile = {
  path: string
  /** Empty when the file does not exist. */
  bytes: Buffer
  values: Environment
  /** Null when the file does not exist. */
  owner: { mode: number; uid: number; gid: number } | null
}

const PRIVATE_MODE = 0o600
const PERMISSIONS = 0o777
const FIRST_LINE = '# Settings of Clasp. Every variable is explained in .env.example.'

/** @throws {CommandError} when the path exists but is not a readable file */
export async function readEnvFile(path: string): Promise<EnvFile> {
  try {
    const found = await findStat(path)
    if (found === null) return { path, bytes: Buffer.alloc(0), values: {}, owner: null }
    if (!found.isFile()) throw new CommandError(`${path} is a folder or a link, and not a file.`)
    const bytes = await readFile(path)
    const owner = { mode: found.mode & PERMISSIONS, uid: found.uid, gid: found.gid }
    return { path, bytes, values: parseEnv(bytes.toString()), owner }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(describeFileError(path, error))
  }
}

async function findStat(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Adds variables at the end and changes no existing byte. A new file with the same mode and owner replaces the old one
 * in one step, so a reader meanwhile sees either the old or the new one.
 *
 * @throws {CommandError} when it cannot be written, or would not read back as intended
 */
export async function appendToEnvFile(
  file: EnvFile,
  additions: Readonly<Record<string, string>>,
): Promise<void> {
  const bytes = withLines(file, Object.entries(additions).map(toLine))
  requireReadsBack(bytes, { ...file.values, ...additions }, file.path)
  const present = await readEnvFile(file.path)
  if (!present.bytes.equals(file.bytes)) {
    throw new CommandError(`${file.path} was changed meanwhile: run the same command again.`)
  }
  await replaceFile(file, bytes).catch((error: unknown) => {
    throw new CommandError(`Not written: ${describeFileError(file.path, error)}`)
  })
}

/** Uses the file's own line ends. */
function withLines({ bytes, owner }: EnvFile, lines: string[]): Buffer {
  const end = bytes.includes('\r\n') ? '\r\n' : '\n'
  const isEnded = bytes.length === 0 || bytes.at(-1) === '\n'.charCodeAt(0)
  const added = [...(owner === null ? [FIRST_LINE] : []), ...lines]
  const tail = added.map((line) => `${line}${end}`).join('')
  return Buffer.concat([bytes, Buffer.from(isEnded ? tail : `${end}${tail}`)])
}

/** Without quotes where every reader of such files agrees, otherwise in the first quotes that work. */
function toLine([name, value]: [string, string]): string {
  const forms = [
    ...(/^[\w.:/@,+=?&%-]*$/.test(value) ? [value] : []),
    ...["'", '"', '`'].map((quote) => `${quote}${value}${quote}`),
  ]
  const line = forms
    .map((form) => `${name}=${form}`)
    .find((candidate) => parseEnv(`${candidate}\n`)[name] === value)
  if (line === undefined) {
    throw new CommandError(`${name} cannot be written to a file: it has every kind of quotes.`)
  }
  return line
}

function requireReadsBack(bytes: Buffer, wanted: Environment, path: string): void {
  const found = parseEnv(bytes.toString())
  const names = new Set([...Object.keys(found), ...Object.keys(wanted)])
  if ([...names].every((name) => found[name] === wanted[name])) return
  throw new CommandError(`${path} has quotes that are not closed: close them first.`)
}

async function replaceFile({ path, owner }: EnvFile, bytes: Buffer): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const file = await open(draft, 'wx', PRIVATE_MODE)
    try {
      await file.writeFile(bytes)
      await file.chmod(owner?.mode ?? PRIVATE_MODE)
      if (owner !== null) await file.chown(owner.uid, owner.gid)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}
