import { isDeepStrictEqual } from 'node:util'
import type { Log } from '#server/log/log.ts'
import type { TonApi, TonChain } from './ton-chain.ts'

type Options = {
  /** The preferred first; each of another provider, and all of one network. */
  apis: readonly [TonApi, ...TonApi[]]
  log: Pick<Log, 'warn'>
}

/**
 * A TON network through one API or several independent ones. Several are queried at the same time, and those that
 * answer must agree. An API that does not answer is left out, but one that contradicts always counts.
 */
export function createTonChain({ apis, log }: Options): TonChain {
  const [{ network }] = apis
  return {
    network,
    async accountKey(address, at) {
      const agreement = await agree(apis, async (api) => {
        const key = await api.accountKey(address, at)
        return key.status === 'unreachable' ? key.status : key
      })
      if (agreement.status !== 'agreed') return agreement
      return { ...agreement.answer, isConfirmed: agreement.isConfirmed }
    },
    async readMultisig(address, at) {
      const agreement = await agree(apis, (api) => api.readMultisig(address, at))
      if (agreement.status === 'agreed') return agreement.answer
      if (agreement.status === 'disagreement') log.warn('TON APIs disagree about a multisig')
      return 'unreachable'
    },
    getMultisigs: (address) => firstAnswer(apis, (api) => api.getMultisigs(address)),
  }
}

type ApiAgreement<Answer> =
  | { status: 'unreachable' }
  | { status: 'disagreement' }
  /** `isConfirmed`: two or more gave this answer. */
  | { status: 'agreed'; answer: Answer; isConfirmed: boolean }

type AskApi<Answer> = (api: TonApi) => Promise<Answer | 'unreachable'>

async function agree<Answer>(
  apis: readonly TonApi[],
  ask: AskApi<Answer>,
): Promise<ApiAgreement<Answer>> {
  const all: (Answer | 'unreachable')[] = await Promise.all(apis.map(ask))
  const [answer, ...others] = all.filter((one): one is Answer => one !== 'unreachable')
  if (answer === undefined) return { status: 'unreachable' }
  return others.every((other) => isDeepStrictEqual(withoutBlock(other), withoutBlock(answer)))
    ? { status: 'agreed', answer, isConfirmed: others.length > 0 }
    : { status: 'disagreement' }
}

/** Two APIs may have read the same account at different blocks. */
function withoutBlock(answer: unknown): unknown {
  return typeof answer === 'object' ? { ...answer, block: undefined } : answer
}

/** For answers that are checked again before they count: one API is enough. */
async function firstAnswer<Answer>(
  apis: readonly TonApi[],
  ask: AskApi<Answer>,
): Promise<Answer | 'unreachable'> {
  for (const api of apis) {
    // Queries the next API only where this one does not answer.
    const answer = await ask(api)
    if (answer !== 'unreachable') return answer
  }
  return 'unreachable'
}
