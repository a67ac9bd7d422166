import { isLoopback } from '#shared/site.ts'
import { failure, type Finding, ok, warning } from '../finding.ts'
import type { ReadCertificate, ServedCertificate } from '../read-certificate.ts'

type Deps = {
  publicUrl: string
  readCertificate: ReadCertificate
  signal: AbortSignal
  /** Unix time in milliseconds. */
  now: () => number
}

const DAY_MS = 24 * 60 * 60 * 1_000
const FEW_DAYS = 14
const HTTPS_PORT = 443
const EXPIRED = 'The certificate has expired.'
const RENEW = 'Renew it, and make its renewal automatic.'

/** Telegram and the wallets open the Mini App only over trusted https. */
export async function checkHttps(deps: Deps): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(deps.publicUrl)
  if (protocol === 'http:') return plainHttp(hostname)
  const server = { hostname, port: port === '' ? HTTPS_PORT : Number(port) }
  const answer = await deps.readCertificate(server, deps.signal)
  if (answer.kind === 'no-answer') {
    return failure(
      `No TLS connection to ${hostname} (${answer.reason}).`,
      'Check the DNS record, the firewall, and the proxy that holds the certificate.',
    )
  }
  return judge(answer.certificate, deps.now())
}

function plainHttp(hostname: string): Finding[] {
  const found = `PUBLIC_URL is plain http${isLoopback(hostname) ? ' on this machine' : ''}: only for development.`
  return warning(found, 'Before members come, set it to an https origin.')
}

function judge({ validTo, distrust }: ServedCertificate, now: number): Finding[] {
  const days = Math.floor((validTo - now) / DAY_MS)
  if (distrust !== null) return describeDistrust(distrust)
  if (days < 0) return failure(EXPIRED, RENEW)
  if (days < FEW_DAYS) return warning(`The certificate expires in ${days} days.`, RENEW)
  return ok(`The certificate is trusted and valid for ${days} more days.`)
}

/** @param code of OpenSSL or Node */
function describeDistrust(code: string): Finding[] {
  const found = `The certificate is not trusted (${code}).`
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return failure(EXPIRED, RENEW)
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return failure(
        'The certificate is for another host name.',
        'Get a certificate for the host name in PUBLIC_URL.',
      )
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return failure(
        found,
        'Serve the whole chain: the certificate together with those of its issuers.',
      )
    default:
      return failure(found, 'Get one from an authority that every phone trusts.')
  }
}
