import * as v from 'valibot'
import { type PageDeps, type ProbeResult, type Probe, getJson } from '../ask.ts'
import { failure, type Finding, okUnless, warning } from '../finding.ts'

/** A page of another origin, like every wallet's. */
const FOREIGN_ORIGIN = 'https://example.org'
/** TON Connect, "App manifest": PNG or ICO, 180 pixels wide and high. */
const ICON_PIXELS = 180
const PASS_ON = 'Let the proxy pass /tonconnect-manifest.json on as Clasp answers it.'
const PASS_ICON_ON = 'Let the proxy pass the icon on as Clasp answers it.'
const START_AGAIN =
  'Start Clasp again with this PUBLIC_URL, and let no cache keep the former answer.'

const ManifestSchema = v.object({
  url: v.pipe(v.string(), v.url()),
  name: v.pipe(v.string(), v.minLength(1)),
  iconUrl: v.pipe(v.string(), v.url()),
})
type Manifest = v.InferOutput<typeof ManifestSchema>

/** TON Connect's app manifest, which wallets fetch from any origin before they show our name. */
export async function checkManifest({ publicUrl, ask }: PageDeps): Promise<Finding[]> {
  const answer = await ask(`${publicUrl}/tonconnect-manifest.json`, {
    headers: { origin: FOREIGN_ORIGIN },
  })
  const refusals = checkAnswer(answer)
  if (answer.kind === 'no-answer' || refusals.length > 0) return refusals
  const parsed = v.safeParse(ManifestSchema, getJson(answer.body))
  if (!parsed.success) return failure('The manifest has no url, name or iconUrl.', PASS_ON)
  const faults = [
    ...checkCors(answer.headers),
    ...checkUrl(parsed.output, publicUrl),
    ...(await checkIcon(parsed.output, ask)),
  ]
  return okUnless(faults, 'Wallets can read the manifest and its icon from any origin.')
}

function checkAnswer(answer: ProbeResult): Finding[] {
  if (answer.kind === 'no-answer') {
    return failure(`The manifest cannot be fetched (${answer.reason}).`, PASS_ON)
  }
  if (isHtml(answer)) {
    return failure(
      'Instead of the manifest comes an HTML page, such as a challenge for browsers.',
      'Switch challenges off for /tonconnect-manifest.json: wallets cannot solve them.',
    )
  }
  const { status, headers } = answer
  if (status >= 300 && status < 400) return failure('The manifest is redirected.', PASS_ON)
  if (status !== 200) return failure(`The manifest answers with status ${status}.`, PASS_ON)
  const type = headers.get('content-type') ?? ''
  if (!/^application\/json\b/.test(type))
    return failure('The manifest is not sent as JSON.', PASS_ON)
  return getJson(answer.body) === undefined ? failure('The manifest is not JSON.', PASS_ON) : []
}

function isHtml({ headers, body }: Extract<ProbeResult, { kind: 'answered' }>): boolean {
  const isShown = headers.get('content-type')?.startsWith('text/html') === true
  return isShown || /^\s*<(?:!doctype|html)/i.test(Buffer.from(body.subarray(0, 200)).toString())
}

function checkCors(headers: Headers): Finding[] {
  const allowed = headers.get('access-control-allow-origin')
  if (allowed === '*' || allowed === FOREIGN_ORIGIN) return []
  return failure(
    'Pages of other origins may not read the manifest.',
    `${PASS_ON.slice(0, -1)}, with Access-Control-Allow-Origin: * once.`,
  )
}

function checkUrl({ url }: Manifest, publicUrl: string): Finding[] {
  if (url.endsWith('/')) {
    return failure('The url in the manifest ends with a slash, which wallets refuse.', START_AGAIN)
  }
  if (new URL(url).host === new URL(publicUrl).host) return []
  return failure('The manifest names another domain than PUBLIC_URL.', START_AGAIN)
}

async function checkIcon({ iconUrl }: Manifest, ask: Probe): Promise<Finding[]> {
  const answer = await ask(iconUrl)
  if (answer.kind === 'no-answer') {
    return failure(`The icon cannot be fetched (${answer.reason}).`, PASS_ICON_ON)
  }
  if (answer.status !== 200) {
    return failure(`The icon answers with status ${answer.status}.`, PASS_ICON_ON)
  }
  const icon = readIcon(answer.body)
  if (icon === null) {
    return failure('The icon is neither PNG nor ICO, and wallets draw nothing else.', PASS_ICON_ON)
  }
  if (icon.width === ICON_PIXELS && icon.height === ICON_PIXELS) return []
  return warning(
    `The icon is ${icon.width}x${icon.height} pixels.`,
    `Make it ${ICON_PIXELS}x${ICON_PIXELS} and build the client again.`,
  )
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const ICO_SIGNATURE = Buffer.from('00000100', 'hex')

/** Size from the header of a PNG (IHDR, right after the signature), or of an ICO's first picture, where 0 is 256. */
function readIcon(bytes: Uint8Array): { width: number; height: number } | null {
  const buffer = Buffer.from(bytes)
  if (buffer.length >= 24 && buffer.subarray(0, 8).equals(PNG_SIGNATURE)) {
    return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) }
  }
  if (buffer.length >= 8 && buffer.subarray(0, 4).equals(ICO_SIGNATURE)) {
    return { width: buffer.readUInt8(6) || 256, height: buffer.readUInt8(7) || 256 }
  }
  return null
}
