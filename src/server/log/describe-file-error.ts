import { errorCode } from './error-code.ts'

const MEANINGS = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'not permitted'],
  ['EEXIST', 'it exists already and is never overwritten'],
  ['EISDIR', 'it is a folder'],
  ['ENOENT', 'it, or its folder, does not exist'],
  ['ENOSPC', 'the disk is full'],
  ['SQLITE_FULL', 'the disk is full'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EROFS', 'the disk is read-only'],
])

/**
 * Describes a file error for the operator.
 *
 * @throws the error itself if it does not come from the file system
 */
export function describeFileError(path: string, error: unknown): string {
  const code = errorCode(error)
  if (code === undefined) throw error
  return `${path}: ${MEANINGS.get(code) ?? code}`
}
