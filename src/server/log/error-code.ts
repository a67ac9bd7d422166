/** Codes of OpenSSL and Node for a certificate that is not trusted, or is for another host. */
export const UNTRUSTED_CERTIFICATE =
  /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/

/**
 * Code of an error of Node, the system or a database, such as `ENOENT`; undefined for an error without one. Unlike a
 * message, a code quotes nothing.
 */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z\d_]+$/.test(code) ? code : undefined
}
