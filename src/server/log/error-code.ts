/**
 * Code of an error of Node, the system or a database, such as `ENOENT`; undefined for an error without one. Unlike a
 * message, a code quotes nothing.
 */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z\d_]+$/.test(code) ? code : undefined
}
