import { createHash } from 'node:crypto'
import { VERIFIER_PATH } from '#shared/verifier-path.ts'
import type { PageDeps } from '../ask.ts'
import { failure, type Finding, ok } from '../finding.ts'

const PASS_ON = 'Let the proxy pass /verify on as Clasp answers it.'

/** The page on which anyone checks a proof, and its hash, which a release names as well. */
export async function checkVerifier({ publicUrl, ask }: PageDeps): Promise<Finding[]> {
  const answer = await ask(`${publicUrl}${VERIFIER_PATH}`)
  if (answer.kind === 'no-answer')
    return failure(`The page to check proofs cannot be fetched (${answer.reason}).`, PASS_ON)
  if (answer.status !== 200)
    return failure(`The page to check proofs answers with status ${answer.status}.`, PASS_ON)
  const digest = createHash('sha256').update(answer.body).digest('hex')
  return ok(`The page to check proofs (/verify) has the SHA-256 ${digest}.`)
}
