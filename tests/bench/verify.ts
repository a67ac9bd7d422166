import { join } from 'node:path'
import { build } from 'vite'
import { launchBrowser } from '#tests/support/browser.ts'
import { makeProofVectors } from '#tests/support/proof-vectors.ts'
import { median } from './statistics.ts'

/**
 * `npm run bench:verify`: how long a receiver's device takes to verify a proof, in Chromium at a quarter of the
 * machine's speed: the first one after the verifier was loaded, and the median of those after it. Also the size of the
 * verifier. Bounded: about 20 seconds.
 */
const SLOW_DOWN = 4
const ROUNDS = 20
const FORMS = [
  'ton-proof-v4r2',
  'ton-text-v4r2',
  'evm-message-key',
  'safe-two-of-three',
  'quorum-ton',
]

const ms = (value = Number.NaN) => `${value.toFixed(1)} ms`

const script = await bundle()
const vectors = await makeProofVectors()
const browser = await launchBrowser()
try {
  console.log(`verifier: ${Math.round(script.length / 1_000)} kB, before compression`)
  for (const name of FORMS) {
    const document = vectors.find((vector) => vector.name === name)?.document ?? ''
    const [first, ...others] = await measure(document)
    console.log(`${name.padEnd(20)} first ${ms(first)}, then ${ms(median(others))}`)
  }
} finally {
  await browser.close()
}

/** Milliseconds of each verification, in a page of its own. */
async function measure(document: string): Promise<number[]> {
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  await page.addScriptTag({ content: script })
  const times = await page.evaluate(
    `(async () => {
      const times = []
      for (let round = 0; round < ${ROUNDS}; round += 1) {
        const start = performance.now()
        const verdict = await proof.verifyProof(${JSON.stringify(document)}, { now: Date.now() })
        times.push(performance.now() - start)
        if (!('facts' in verdict)) throw new Error('not verified')
      }
      return times
    })()`,
  )
  await page.close()
  if (!Array.isArray(times)) throw new TypeError('no times')
  return times.map(Number)
}

/** The verifier as one script that names it `proof`. */
async function bundle(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: join(import.meta.dirname, '../../src/proof/verify-proof.ts'),
        formats: ['iife'],
        name: 'proof',
      },
    },
  })
  const [chunk] = [output].flat().flatMap((result) => ('output' in result ? result.output : []))
  if (chunk?.type !== 'chunk') throw new Error('the verifier was not built')
  return chunk.code
}
