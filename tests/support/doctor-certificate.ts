import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export type TestCertificate = { cert: string; key: string }

const ECDSA_WITH_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const SUBJECT_ALT_NAME = '551d11'
const HOUR_MS = 60 * 60 * 1_000

/** A self-signed X.509 v3 certificate (RFC 5280 §4.1) for one host name. */
export function makeCertificate({
  hostname,
  validTo,
}: {
  hostname: string
  /** Unix time in milliseconds. */
  validTo: number
}): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid(ECDSA_WITH_SHA256))
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(hostname)))))
  const altNames = sequence(der(0x82, Buffer.from(hostname)))
  const body = sequence(
    der(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(Math.min(Date.now(), validTo) - HOUR_MS), time(validTo)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid(SUBJECT_ALT_NAME), der(0x04, altNames)))),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.of(0), signature])))
  const base64 = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** X.690 §8.1: tag, length, contents. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const long = Buffer.alloc(2)
  long.writeUInt16BE(length)
  const size = length < 0x80 ? Buffer.of(length) : Buffer.concat([Buffer.of(0x82), long])
  return Buffer.concat([Buffer.of(tag), size, content])
}

function sequence(...contents: Buffer[]): Buffer {
  return der(0x30, ...contents)
}

function integer(bytes: Buffer): Buffer {
  return der(0x02, bytes)
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

/** UTCTime: YYMMDDhhmmssZ. */
function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)
  return der(0x17, Buffer.from(`${digits}Z`))
}
