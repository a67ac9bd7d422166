import { isIP } from 'node:net'
import { connect } from 'node:tls'

export type ServedCertificate = {
  /** Unix time in milliseconds. */
  validTo: number
  /** Why browsers and Telegram would not trust it, as OpenSSL or Node names it; null if they would. */
  distrust: string | null
}

export type CertificateAnswer =
  | { kind: 'certificate'; certificate: ServedCertificate }
  | { kind: 'no-answer'; reason: string }

/** Reads the certificate that a server presents over TLS. */
export type ReadCertificate = (
  server: { hostname: string; port: number },
  signal: AbortSignal,
) => Promise<CertificateAnswer>

/**
 * Makes a TLS handshake, sends nothing, and answers the presented certificate, trusted or not.
 *
 * @param authorities PEM certificates to trust; undefined: those that Node trusts
 */
export function createCertificateReader(authorities?: string[]): ReadCertificate {
  return ({ hostname, port }, signal) =>
    new Promise((resolve) => {
      const socket = connect({
        host: hostname,
        port,
        rejectUnauthorized: false,
        // RFC 6066 §3: a server name is never an IP address.
        ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
        ...(authorities ? { ca: authorities } : {}),
      })
      const giveUp = () => socket.destroy()
      signal.addEventListener('abort', giveUp, { once: true })
      socket.once('secureConnect', () => {
        const validTo = Date.parse(socket.getPeerCertificate().valid_to)
        const distrust = socket.authorized ? null : getCode(socket.authorizationError)
        resolve({ kind: 'certificate', certificate: { validTo, distrust } })
        socket.destroy()
      })
      socket.once('error', (error) => resolve({ kind: 'no-answer', reason: getCode(error) }))
      socket.once('close', () => {
        signal.removeEventListener('abort', giveUp)
        resolve({ kind: 'no-answer', reason: 'connection closed' })
      })
    })
}

/** Node's types say that the reason is an error; at run time it is its code. */
function getCode(reason: unknown): string {
  const code = reason instanceof Error && 'code' in reason ? reason.code : reason
  return typeof code === 'string' && /^[A-Z\d_]+$/.test(code) ? code : 'unknown reason'
}
