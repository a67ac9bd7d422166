import * as v from 'valibot'
import { type ButtonPress, parsePress } from '#server/bot/callback-data.ts'
import { evmKey, KEY_ADDRESSES, SHORT_ADDRESSES } from './keys.ts'
import type { Names } from './look.ts'
import * as cosignings from './cosignings.ts'
import * as rules from './model.ts'
import {
  ACCOUNTS,
  type ModelFamily,
  KEYS,
  type Model,
  type ModelOutcome,
  TON_KEYS,
} from './model.ts'
import { type ServerAnswer, getPerson, isNamed, type PostedUpdate, type World } from './world.ts'

/** An act whose targets are chosen: what is done, and what comes of it by the rules. */
export type Aimed = {
  text: string
  /** What the app and the wallet did before. */
  prepare?: (at: number) => Promise<void>
  /** Does it through this server. */
  run: (at: number) => Promise<ModelOutcome>
  /** What comes of it, or of each of its transactions. */
  rule: ModelPart | readonly ModelPart[]
}
/** Null where another part follows. */
export type ModelPart = (model: Model) => ModelOutcome | null
export type Scene = { world: World; model: Model; names: Names }
/** Null where there is nothing to do it to. */
export type ModelAct = (scene: Scene, pick: Picks) => Aimed | null
/** Numbers of a history, which acts read their targets from. */
export type Picks = { account: number; thing: number; key: number; way: number }

const MINUTE = 60_000
/** How many Idempotency-Keys the host uses. */
const KEYS_OF_HOST = 2
const RequestSchema = v.object({ code: v.string() })
const ProblemSchema = v.object({ code: v.string() })
const SessionSchema = v.object({ token: v.string() })
const SignedSchema = v.object({
  payload: v.optional(v.string(), ''),
  message: v.nullable(v.string()),
})
const MadeSchema = v.object({ id: v.string(), payload: v.string() })
const MeSchema = v.object({
  wallets: v.array(v.object({ id: v.string(), binding: v.string() })),
  consents: v.array(v.object({ attemptId: v.string() })),
  answers: v.array(v.unknown()),
  cards: v.array(v.object({ code: v.string() })),
  cosignings: v.array(v.object({ code: v.string() })),
})

export function outcomeOf({ status, body }: ServerAnswer): ModelOutcome {
  return v.is(ProblemSchema, body) && status >= 400 ? `${status} ${body.code}` : `${status}`
}

/** The newest things are the ones that something happens to. */
export function pickOne<One>(list: readonly One[], at: number): One | undefined {
  return list.at(-1 - (at % Math.max(1, Math.min(list.length, 6))))
}

/** Nobody reads of another account, except where that account shows itself, as the starter of a cosigning does. */
function requireOwn(account: number, answer: string): void {
  const text = answer.replaceAll(/"starter":\{[^}]*\}/gu, '')
  for (let other = 0; other < ACCOUNTS; other += 1)
    if (other !== account && isNamed(other, text))
      throw new Error(`account ${account} reads of account ${other}: ${text}`)
}

export function call(
  { world }: Scene,
  account: number,
  [method, path, body]: [string, string, unknown?],
): (at: number) => Promise<ModelOutcome> {
  return async (at) => {
    const answer = await ask({ world }, account, { at, method, path, body })
    requireOwn(account, answer.text)
    return outcomeOf(answer)
  }
}

export function ask(
  { world }: Pick<Scene, 'world'>,
  account: number,
  { at, ...request }: { at: number; method: string; path: string; body?: unknown },
): Promise<ServerAnswer> {
  return world.call(at, { ...request, token: `Bearer ${world.tokens.get(account) ?? ''}` })
}

export const hasSession = ({ model }: Scene, account: number) => model.sessions[account] != null
const asMember =
  <Result>(account: number, act: (model: Model, member: string) => Result) =>
  (model: Model) =>
    rules.asMember(model, account, (member) => act(model, member))
export const inParts = (
  account: number,
  parts: readonly cosignings.MemberPart[],
): readonly ModelPart[] =>
  parts.map((part) => (part === cosignings.judge ? cosignings.judge : asMember(account, part)))
export const realOf = ({ names }: Scene, id: string) => names.get(id) ?? 'AAAAAAAAAAAAAAAAAAAAAA'
const labelOf = ({ names }: Pick<Scene, 'names'>, id: string) =>
  [...names].find(([, real]) => real === id)?.[0]

const listOwn = (model: Model, member: string) =>
  model.wallets.filter((one) => one.member === member)

export const openApp: ModelAct = ({ world }, { account }) => ({
  text: `account ${account} opens the app`,
  async run(at) {
    const token = `tma ${world.initData(account)}`
    const answer = await world.call(at, { method: 'POST', path: '/api/session', token })
    requireOwn(account, answer.text)
    if (answer.status === 201) world.tokens.set(account, v.parse(SessionSchema, answer.body).token)
    return outcomeOf(answer)
  },
  // The session brings what Home shows.
  rule: [
    (model) => {
      rules.openApp(model, account)
      return null
    },
    ...inParts(account, [...cosignings.freshen(listOwn), () => '201']),
  ],
})

export const start: ModelAct = (scene, { account, way, thing }) => {
  if (!hasSession(scene, account)) return null
  const family: ModelFamily = way % 3 === 0 ? 'evm' : 'ton'
  const request = way % 2 === 0 ? (pickOne(scene.model.requests, thing)?.id ?? null) : null
  const body = { family, ...(request !== null && { requestCode: realOf(scene, request) }) }
  return {
    text: `account ${account} starts a ${family} attempt${request === null ? '' : ` for ${request}`}`,
    run: call(scene, account, ['POST', '/api/attempts', body]),
    rule: asMember(account, (model, member) =>
      rules.startAttempt(model, member, { family, request }),
    ),
  }
}

/** Mostly the member's own attempt; now and then that of another. */
function pickAttempt({ model }: Scene, { account, thing, way }: Picks, family?: ModelFamily) {
  const isOther = way % 11 === 10
  const member = model.sessions[account]?.member
  const list = model.attempts.filter((one) => isOther || one.member === member)
  return pickOne(family === undefined ? list : list.filter((one) => one.family === family), thing)
}

export const report: ModelAct = (scene, pick) => {
  const { account, key } = pick
  const attempt = pickAttempt(scene, pick)
  if (!attempt || !hasSession(scene, account)) return null
  const to = (['opened', 'awaiting-wallet', 'failed'] as const)[key % 3] ?? 'opened'
  const body = to === 'failed' ? { state: to, errorCode: 'wallet-rejected' } : { state: to }
  return {
    text: `account ${account} reports ${to} of ${attempt.id}`,
    run: call(scene, account, ['PATCH', `/api/attempts/${realOf(scene, attempt.id)}`, body]),
    rule: asMember(account, (model, member) =>
      rules.reportProgress(model, member, { id: attempt.id, to }),
    ),
  }
}

export const cancel: ModelAct = (scene, pick) => {
  const { account } = pick
  const attempt = pickAttempt(scene, pick)
  if (!attempt || !hasSession(scene, account)) return null
  return {
    text: `account ${account} cancels ${attempt.id}`,
    run: call(scene, account, ['DELETE', `/api/attempts/${realOf(scene, attempt.id)}`]),
    rule: asMember(account, (model, member) => rules.cancelAttempt(model, member, attempt.id)),
  }
}

/** What the app shows to the wallet: of the account's own attempt, or of none. */
async function readSigned(scene: Scene, account: number, { at, id }: { at: number; id: string }) {
  const path = `/api/attempts/${realOf(scene, id)}`
  const { body, status } = await ask(scene, account, { at, method: 'GET', path })
  return status === 200 ? v.parse(SignedSchema, body) : NOT_SHOWN
}
const NOT_SHOWN = { payload: 'A'.repeat(43), message: null as string | null }

/** How a wallet answers wrongly, by the problem that it leads to. Most answers are right. */
const WRONG_PROOFS = [
  null,
  null,
  null,
  'ton-signature-invalid',
  'ton-proof-expired',
  'ton-payload-mismatch',
  'ton-proof-from-future',
  null,
] as const
const SHIFTS_S = new Map<string | null, number>([
  ['ton-proof-expired', -301],
  ['ton-proof-from-future', 31],
])
const alter = (signature: string) => (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)

export const proveTon: ModelAct = (scene, pick) => {
  const { account, way } = pick
  const key = pick.key % TON_KEYS
  const attempt = pickAttempt(scene, pick, 'ton')
  if (!attempt || !hasSession(scene, account)) return null
  const { id } = attempt
  const problem = WRONG_PROOFS[way % WRONG_PROOFS.length] ?? null
  let shown = NOT_SHOWN
  const shift = SHIFTS_S.get(problem) ?? 0
  return {
    text: `account ${account} proves key ${key} for ${id}${problem === null ? '' : ` (${problem})`}`,
    async prepare(at) {
      shown = await readSigned(scene, account, { at, id })
    },
    async run(at) {
      const { payload } = shown
      const timestamp = Math.floor(scene.world.clock.now / 1_000) + shift
      const other = problem === 'ton-payload-mismatch' ? alter(payload) : payload
      const signed = scene.world
        .signer(key)
        .sign({ domain: scene.world.domain, payload: other, timestamp })
      if (problem === 'ton-signature-invalid')
        signed.proof.signature = alter(signed.proof.signature)
      return call(scene, account, ['POST', `/api/attempts/${realOf(scene, id)}/proof`, signed])(at)
    },
    rule:
      attempt.confirms === null
        ? asMember(account, (model, member) => rules.proveTon(model, member, { id, key, problem }))
        : inParts(
            account,
            cosignings.confirm((model, member) => rules.own(model, member, id), { key, problem }),
          ),
  }
}

type StartedCall = { at: number; body: { family: 'ton'; cosign?: object }; key: number }

/** Starts an attempt, and proves right away. It takes two calls, so nothing happens between them. */
export async function startAndProve(
  scene: Scene,
  account: number,
  { at, body, key }: StartedCall,
): Promise<ModelOutcome> {
  const { world } = scene
  const made = await ask(scene, account, { at, method: 'POST', path: '/api/attempts', body })
  if (made.status !== 201) return outcomeOf(made)
  const { id, payload } = v.parse(MadeSchema, made.body)
  const timestamp = Math.floor(world.clock.now / 1_000)
  const signed = world.signer(key).sign({ domain: world.domain, payload, timestamp })
  return call(scene, account, ['POST', `/api/attempts/${id}/proof`, signed])(at)
}

/** As most members do. */
export const linkTon: ModelAct = (scene, { account, key: number }) => {
  if (!hasSession(scene, account)) return null
  const key = number % TON_KEYS
  return {
    text: `account ${account} starts a ton attempt and proves key ${key}`,
    run: (at) => startAndProve(scene, account, { at, body: { family: 'ton' }, key }),
    rule: asMember(account, (model, member) => {
      rules.startAttempt(model, member, { family: 'ton' })
      const id = model.attempts.at(-1)?.id ?? ''
      return rules.proveTon(model, member, { id, key, problem: null })
    }),
  }
}

export const signText: ModelAct = (scene, pick) => {
  const { account, way } = pick
  const attempt = pickAttempt(scene, pick, 'ton')
  if (!attempt || !hasSession(scene, account)) return null
  const { id } = attempt
  const key = way % 4 === 3 || attempt.asks === null ? pick.key % TON_KEYS : attempt.asks
  const problem = way % 5 === 4 ? 'ton-text-mismatch' : null
  let shown = NOT_SHOWN
  return {
    text: `account ${account} signs the text of ${id} with key ${key}${problem === null ? '' : ' wrongly'}`,
    async prepare(at) {
      shown = await readSigned(scene, account, { at, id })
    },
    async run(at) {
      const text = problem === null ? (shown.message ?? '') : 'something else'
      const timestamp = Math.floor(scene.world.clock.now / 1_000)
      const signed = scene.world
        .signer(key)
        .signText({ domain: scene.world.domain, text, timestamp })
      return call(scene, account, ['POST', `/api/attempts/${realOf(scene, id)}/text`, signed])(at)
    },
    rule: asMember(account, (model, member) => rules.signText(model, member, { id, key, problem })),
  }
}

const pickEvm = ({ key }: Picks) => TON_KEYS + (key % (KEYS - TON_KEYS))

export const fixAccount: ModelAct = (scene, pick) => {
  const { account } = pick
  const attempt = pickAttempt(scene, pick, 'evm')
  if (!attempt || !hasSession(scene, account)) return null
  const [{ id }, key] = [attempt, pickEvm(pick)]
  const body = { address: KEY_ADDRESSES[key], chainId: 1 }
  return {
    text: `account ${account} shares the account of key ${key} for ${id}`,
    run: call(scene, account, ['PUT', `/api/attempts/${realOf(scene, id)}/account`, body]),
    rule: asMember(account, (model, member) => rules.fixAccount(model, member, { id, key })),
  }
}

export const signEvm: ModelAct = (scene, pick) => {
  const { account, way } = pick
  const attempt = pickAttempt(scene, pick, 'evm')
  if (!attempt || !hasSession(scene, account)) return null
  const { id } = attempt
  const key = way % 5 === 4 ? pickEvm(pick) : (attempt.account ?? pickEvm(pick))
  // The text was written for the account that was fixed then.
  const signer = attempt.account === key ? key : null
  let shown = NOT_SHOWN
  return {
    text: `account ${account} signs ${id} with key ${key}`,
    async prepare(at) {
      shown = await readSigned(scene, account, { at, id })
    },
    async run(at) {
      const signature = await evmKey(key).signMessage({ message: shown.message ?? '' })
      return call(scene, account, [
        'POST',
        `/api/attempts/${realOf(scene, id)}/proof`,
        { signature },
      ])(at)
    },
    rule: asMember(account, (model, member) => rules.signEvm(model, member, { id, key: signer })),
  }
}

export const answerConsent: ModelAct = (scene, { account: other, thing, way }) => {
  const asked = scene.model.attempts.filter(
    (one) => one.state === 'awaiting-consent' || one.answeredBy !== null,
  )
  const attempt = pickOne(asked, thing)
  if (!attempt) return null
  // Mostly the holder, who alone is asked.
  const holder = scene.model.wallets.find(({ key }) => key === attempt.asks)?.member
  const account = way % 8 < 6 && holder !== undefined ? scene.model.members.indexOf(holder) : other
  if (!hasSession(scene, account)) return null
  const answer = way % 2 === 0 ? 'move' : 'keep'
  return {
    text: `account ${account} answers ${answer} to ${attempt.id}`,
    run: call(scene, account, ['POST', `/api/consents/${realOf(scene, attempt.id)}`, { answer }]),
    rule: asMember(account, (model, member) =>
      rules.answerConsent(model, member, { id: attempt.id, answer }),
    ),
  }
}

export const unlink: ModelAct = (scene, { account, thing, way }) => {
  const member = scene.model.sessions[account]?.member
  const isAny = way % 8 === 7
  const wallet = pickOne(
    scene.model.wallets.filter((one) => isAny || one.member === member),
    thing,
  )
  if (!wallet || !hasSession(scene, account)) return null
  return {
    text: `account ${account} unlinks ${wallet.id}`,
    run: call(scene, account, ['DELETE', `/api/wallets/${realOf(scene, wallet.id)}`]),
    rule: asMember(account, (model, member) => rules.unlinkWallet(model, member, wallet.id)),
  }
}

export const deleteAll: ModelAct = (scene, { account }) =>
  hasSession(scene, account)
    ? {
        text: `account ${account} deletes everything`,
        run: call(scene, account, ['DELETE', '/api/me']),
        rule: asMember(account, rules.deleteMember),
      }
    : null

type ListedIds = Record<'wallets' | 'consents' | 'cards' | 'cosignings', string[]> & {
  answers: number
}

function writeMe({ answers, ...lists }: ListedIds): ModelOutcome {
  const { wallets, consents, cards, cosignings: open } = lists
  return ['200', ...[wallets, consents, cards, open].flatMap((list) => list.sort()), answers].join(
    ' ',
  )
}

type AttemptTerms = Pick<Model['attempts'][number], 'member' | 'asks'>

/** The attempts of one requester for one wallet are one question: any of them may stand for it. */
const toQuestion = ({ member, asks }: AttemptTerms) => `${member} asks for key ${asks}`

function questionOf(scene: Scene, attemptId: string): string {
  const attempt = scene.model.attempts.find(({ id }) => realOf(scene, id) === attemptId)
  return attempt ? toQuestion(attempt) : 'a question that nobody asks'
}

/** What the app shows is what is true. */
export const readMe: ModelAct = (scene, { account }) => {
  if (!hasSession(scene, account)) return null
  return {
    text: `account ${account} reads its own`,
    async run(at) {
      const answer = await ask(scene, account, { at, method: 'GET', path: '/api/me' })
      requireOwn(account, answer.text)
      if (answer.status !== 200) return outcomeOf(answer)
      const me = v.parse(MeSchema, answer.body)
      return writeMe({
        wallets: me.wallets.map(({ id, binding }) => `${id} ${binding}`),
        consents: me.consents.map(({ attemptId }) => questionOf(scene, attemptId)),
        cards: me.cards.map(({ code }) => code),
        answers: me.answers.length,
        cosignings: me.cosignings.map(({ code }) => code),
      })
    },
    rule: inParts(account, [...cosignings.freshen(listOwn), readRule(scene)]),
  }
}

const readRule =
  (scene: Scene): cosignings.MemberPart =>
  (model, member) => {
    const own = listOwn(model, member)
    const asked = model.attempts.filter(
      (one) =>
        own.some(({ key }) => key === one.asks) && rules.stateOf(model, one) === 'awaiting-consent',
    )
    return writeMe({
      wallets: own.map(({ id, binding }) => `${realOf(scene, id)} ${binding}`),
      consents: [...new Set(asked.map(toQuestion))],
      cards: model.cards
        .filter((one) => one.member === member && one.wallet !== null && !one.isRevoked)
        .map(({ id }) => realOf(scene, id)),
      answers: model.answers.filter((one) => one.member === member && one.wallet !== null).length,
      cosignings: cosignings.listOpen(model, member).map(({ id }) => realOf(scene, id)),
    })
  }

function callHost({ world }: Scene, [method, path, body]: [string, string, unknown?]) {
  return async (at: number) =>
    outcomeOf(await world.call(at, { method, path, body, token: world.hostToken }))
}

export const hostUnlinks: ModelAct = (scene, { thing }) => {
  const wallet = pickOne(scene.model.wallets, thing)
  return wallet
    ? {
        text: `the host unlinks ${wallet.id}`,
        run: callHost(scene, ['DELETE', `/v1/wallets/${realOf(scene, wallet.id)}`]),
        rule: (model) => rules.unlinkWallet(model, null, wallet.id),
      }
    : null
}

/**
 * What the APIs of the chain say of the wallet whose key they are asked for, and what a proof is answered that needs them. What
 * is usual comes twice as often.
 */
const CHAIN_SAYS = [
  { says: 'the key', answered: null },
  { says: 'the key', answered: null },
  { says: 'another key from now on', answered: null },
  { says: 'nothing', answered: '503 ton-chain-unreachable' },
  { says: 'two keys', answered: '503 ton-chain-disagreement' },
] as const

export const changeChain: ModelAct = ({ world }, { way }) => {
  const { says, answered } = CHAIN_SAYS[way % CHAIN_SAYS.length] ?? CHAIN_SAYS[0]
  return {
    text: `the chain says ${says}`,
    run() {
      world.tonChain.setReachable(says !== 'nothing')
      world.tonChain.setDisagreement(says === 'two keys')
      if (says === 'another key from now on') world.replaceKey()
      return Promise.resolve('said')
    },
    rule(model) {
      model.chain = answered
      return 'said'
    },
  }
}

function readAsked({ key, way }: Pick<Picks, 'key' | 'way'>): rules.AskedWallets {
  const family = ([null, 'ton', 'evm'] as const)[key % 3] ?? null
  const max = way % 2 === 0 ? 1 : null
  const ttlMs = way % 4 === 3 ? 60 * MINUTE : 7 * 24 * 60 * MINUTE
  return { family, max, ttlMs }
}

const writeAsked = ({ family, max, ttlMs }: rules.AskedWallets) => ({
  expiresIn: ttlMs / 1_000,
  ...(family !== null && { families: [family] }),
  ...(max !== null && { maxAnswers: max }),
})

export const makeRequest: ModelAct = (scene, pick) => {
  const asked = readAsked(pick)
  return {
    text: `the host asks for ${asked.family ?? 'any'} wallets, ${asked.max ?? 'all'} answers`,
    run: callHost(scene, ['POST', '/v1/requests', writeAsked(asked)]),
    rule: (model) => rules.makeRequest(model, asked),
  }
}

/** The host asks under an Idempotency-Key: again and again for the same, now and then for something else. */
export const makeOnce: ModelAct = ({ world, names }, { thing, way }) => {
  const number = thing % KEYS_OF_HOST
  const once = `key-${number}`
  const asked = readAsked({ key: way % 8 === 7 ? number + 1 : number, way: number })
  const shown = (id: string) => (names.has(id) ? id : 'new')
  return {
    text: `the host asks for ${asked.family ?? 'any'} wallets under ${once}`,
    async run(at) {
      const request = { method: 'POST', path: '/v1/requests', token: world.hostToken, once }
      const answer = await world.call(at, { ...request, body: writeAsked(asked) })
      if (!answer.isReplayed) return outcomeOf(answer)
      const { code } = v.parse(RequestSchema, answer.body)
      return `${answer.status} again ${labelOf({ names }, code) ?? 'new'}`
    },
    rule: (model) => rules.makeOnce(model, { ...asked, key: once, shown }),
  }
}

export const closeRequest: ModelAct = (scene, { thing }) => {
  const request = pickOne(scene.model.requests, thing)
  if (!request) return null
  const path = `/v1/requests/${realOf(scene, request.id)}`
  return {
    text: `the host closes ${request.id}`,
    run: callHost(scene, ['PATCH', path, { state: 'closed' }]),
    rule: (model) => rules.closeRequest(model, request.id),
  }
}

export const extendRequest: ModelAct = (scene, { thing, way }) => {
  const request = pickOne(scene.model.requests, thing)
  if (!request) return null
  const path = `/v1/requests/${realOf(scene, request.id)}`
  const hours = way % 2 === 0 ? 1 : 48
  return {
    text: `the host gives ${request.id} ${hours} h more`,
    run: callHost(scene, ['PATCH', path, { expiresIn: hours * 3_600 }]),
    rule: (model) => rules.extendRequest(model, request.id, hours * 60 * MINUTE),
  }
}

export const answer: ModelAct = (scene, { account, thing, key }) => {
  const member = scene.model.sessions[account]?.member
  const request = pickOne(scene.model.requests, thing)
  const own = scene.model.wallets.filter((one) => key === 0 || one.member === member)
  const wallet = pickOne(own, key)
  if (!request || !wallet || !hasSession(scene, account)) return null
  const body = { walletId: realOf(scene, wallet.id) }
  return {
    text: `account ${account} answers ${request.id} with ${wallet.id}`,
    run: call(scene, account, ['POST', `/api/requests/${realOf(scene, request.id)}/answer`, body]),
    rule: asMember(account, (model, one) =>
      rules.answerRequest(model, one, { request: request.id, wallet: wallet.id }),
    ),
  }
}

export const withdraw: ModelAct = (scene, { account, thing }) => {
  const request = pickOne(scene.model.requests, thing)
  if (!request || !hasSession(scene, account)) return null
  return {
    text: `account ${account} withdraws from ${request.id}`,
    run: call(scene, account, ['DELETE', `/api/requests/${realOf(scene, request.id)}/answer`]),
    rule: asMember(account, (model, member) => rules.withdrawAnswer(model, member, request.id)),
  }
}

export const share: ModelAct = (scene, { account, thing }) => {
  const wallet = pickOne(scene.model.wallets, thing)
  if (!wallet || !hasSession(scene, account)) return null
  return {
    text: `account ${account} shares ${wallet.id}`,
    run: call(scene, account, ['POST', '/api/cards', { walletId: realOf(scene, wallet.id) }]),
    rule: asMember(account, (model, member) => rules.shareWallet(model, member, wallet.id)),
  }
}

/** One that was shared and gone at once has a code that nobody knows. */
const namedCards = ({ model, names }: Scene) => model.cards.filter(({ id }) => names.has(id))

export const revoke: ModelAct = (scene, { account, thing }) => {
  const card = pickOne(namedCards(scene), thing)
  if (!card || !hasSession(scene, account)) return null
  return {
    text: `account ${account} takes back ${card.id}`,
    run: call(scene, account, ['DELETE', `/api/cards/${realOf(scene, card.id)}`]),
    rule: asMember(account, (model, member) => rules.revokeCard(model, member, card.id)),
  }
}

/** The one place where another account is shown. */
export const seeCard: ModelAct = (scene, { account, thing }) => {
  const card = pickOne(namedCards(scene), thing)
  if (!card || !hasSession(scene, account)) return null
  const path = `/api/cards/${realOf(scene, card.id)}`
  return {
    text: `account ${account} opens ${card.id}`,
    run: async (at) => outcomeOf(await ask(scene, account, { at, method: 'GET', path })),
    rule: inParts(account, [
      ...cosignings.freshen((model) => rules.findShown(model, card.id)),
      (model) => rules.seeCard(model, card.id),
    ]),
  }
}

export type ChatButton = { messageId: number; data: string }

/** What the bot shows in a chat. */
export function buttonsIn(world: World, chatId: number): ChatButton[] {
  return world.telegram
    .messages(chatId)
    .flatMap(({ id, keyboard }) => keyboard.flat().map((button) => ({ id, button })))
    .flatMap(({ id, button }) =>
      'callback_data' in button ? [{ messageId: id, data: button.callback_data }] : [],
    )
}

/** A person writes to the bot or presses one of its buttons. The update waits until Telegram delivers it. */
export const tapInChat: ModelAct = ({ world }, { account, thing, way }) => {
  const { id: chatId } = getPerson(account)
  const buttons = buttonsIn(world, chatId)
  const pressed = pickOne(buttons, thing)
  if (way % 4 === 0 || pressed === undefined) {
    const text = ['/wallets', '/delete', '/start', '/privacy'][thing % 4] ?? '/wallets'
    return {
      text: `account ${account} writes ${text}`,
      async run() {
        world.telegram.sendText({ accountId: chatId, chatId, text })
        await world.collectUpdates()
        return 'sent'
      },
      rule: () => 'sent',
    }
  }
  return {
    text: `account ${account} presses ${nameData(pressed.data)}`,
    async run() {
      void world.telegram.press({ accountId: chatId, chatId, ...pressed })
      return 'sent'
    },
    rule: () => 'sent',
  }
}

/** Whether it would matter that it is handled twice. */
function changesSomething({ message }: PostedUpdate): boolean {
  return message === undefined || message.text === '/start'
}

/** Telegram delivers an update: late, out of order, or again. */
export const deliver: ModelAct = (scene, { thing, way }) => {
  const { world } = scene
  const update =
    way % 2 === 0
      ? pickOne(world.delivered.filter(changesSomething).slice(-2), thing)
      : pickOne(world.waiting, thing)
  if (update === undefined) return null
  const isRepeated = world.taken.has(update.update_id)
  return {
    text: `Telegram delivers ${describe(update)}${isRepeated ? ' again' : ''}`,
    async run(at) {
      const status = await world.post(at, update)
      // Telegram repeats what was not acknowledged.
      if (status === 200) world.confirm(update)
      return `${status}`
    },
    rule: (model) => (isRepeated ? '200' : applyUpdate(scene, model, update)),
  }
}

const NOTHING_OFFERED = { account: 0, buttons: [] as ChatButton[] }

function findButtons(
  world: World,
  { account, type }: { account: number; type: ButtonPress['type'] },
): ChatButton[] {
  return buttonsIn(world, getPerson(account).id).filter(({ data }) => {
    const press = parsePress(data)
    return press?.type === type && !('answer' in press && press.answer === 'no')
  })
}

/**
 * Presses a button that leads to unlinking a wallet or back, where somebody has one, and Telegram delivers it at once, as it
 * mostly does.
 */
function pressNow(type: ButtonPress['type']): ModelAct {
  return (scene, { account: first, thing }) => {
    const { world } = scene
    const offered = Array.from({ length: ACCOUNTS }, (_, add) => {
      const account = (first + add) % ACCOUNTS
      return { account, buttons: findButtons(world, { account, type }) }
    })
    const { account, buttons } = offered.find((one) => one.buttons.length > 0) ?? NOTHING_OFFERED
    // An hour later nothing comes of a button.
    const button = pickOne(buttons.slice(-3), thing)
    if (button === undefined) return null
    const { id: chatId } = getPerson(account)
    return {
      text: `account ${account} presses ${nameData(button.data)}, delivered at once`,
      async run(at) {
        void world.telegram.press({ accountId: chatId, chatId, ...button })
        await world.collectUpdates()
        return postNewest(world, at)
      },
      rule: (model) => applyData(scene, model, { account, data: button.data }),
    }
  }
}

export const askToUnlink = pressNow('unlink')
export const unlinkInChat = pressNow('unlink-answer')
export const undoInChat = pressNow('undo')

/** Delivers what was sent last. */
async function postNewest(world: World, at: number): Promise<ModelOutcome> {
  const update = world.waiting.at(-1)
  if (update === undefined) throw new Error('nothing was sent to the bot')
  const status = await world.post(at, update)
  if (status === 200) world.confirm(update)
  return `${status}`
}

/** Without the id that the button is about. */
function nameData(data: string): string {
  return data.split(':').slice(0, 2).join(':')
}

function describe({ message, callback_query: query }: PostedUpdate): string {
  return message?.text ?? (query?.data === undefined ? 'an update' : nameData(query.data))
}

function applyUpdate(
  scene: Scene,
  model: Model,
  { message, callback_query: query }: PostedUpdate,
): ModelOutcome {
  const from = message?.from ?? query?.from
  const account = [...model.members.keys()].find((at) => getPerson(at).id === from?.id) ?? 0
  if (message?.text === '/start') rules.become(model, account)
  return applyData(scene, model, { account, data: query?.data })
}

function applyData(
  { names }: Scene,
  model: Model,
  { account, data }: { account: number; data: string | undefined },
): ModelOutcome {
  const press = parsePress(data)
  const member = model.members[account] ?? null
  if (press === undefined || member === null) return '200'
  const label = (id: string) => labelOf({ names }, id) ?? 'unknown'
  applyPress(model, member, { press, label })
  return '200'
}

type Pressed = { press: ButtonPress; label: (id: string) => string }

function applyPress(model: Model, member: string, { press, label }: Pressed): void {
  const isYes = !('answer' in press) || press.answer === 'yes'
  switch (press.type) {
    case 'unlink-answer':
      if (isYes) rules.unlinkUndoably(model, member, label(press.walletId))
      break
    case 'undo':
      rules.undoUnlink(model, member, label(press.walletId))
      break
    case 'consent':
      rules.answerConsent(model, member, { id: label(press.attemptId), answer: press.answer })
      break
    case 'withdraw':
      rules.withdrawAnswer(model, member, label(press.requestCode))
      break
    case 'delete':
      if (isYes && isFresh(model.now - press.askedAt)) rules.deleteMember(model, member)
      break
    case 'unlink':
      break
  }
}

/** For how long the question whether to delete everything can be answered. */
function isFresh(age: number): boolean {
  return age >= 0 && age <= 10 * MINUTE
}

/** The wallets that the bot lists are those that are linked. */
export const listInChat: ModelAct = (scene, { account }) => {
  const { world } = scene
  const { id: chatId } = getPerson(account)
  return {
    text: `account ${account} asks the bot for its wallets`,
    async run(at) {
      const { id } = world.telegram.sendText({ accountId: chatId, chatId, text: '/wallets' })
      await world.collectUpdates()
      const status = await postNewest(world, at)
      const reply = world.telegram
        .messages(chatId)
        .find((one) => one.id > id && one.senderId !== chatId)
      const shown = SHORT_ADDRESSES.flatMap((address, key) =>
        reply?.text.includes(address) === true ? [key] : [],
      )
      return `${status} ${shown.join()}`
    },
    rule: (model) => {
      const own = model.wallets.filter((one) => one.member === model.members[account])
      return `200 ${own
        .map(({ key }) => key)
        .toSorted((one, other) => one - other)
        .join()}`
    },
  }
}

/** What is delivered by Telegram, in one chat each. */
export const IN_CHATS: ReadonlySet<ModelAct> = new Set([
  tapInChat,
  deliver,
  listInChat,
  unlinkInChat,
  undoInChat,
])

export const isSameKey = (one: Picks, other: Picks): boolean =>
  one.thing % KEYS_OF_HOST === other.thing % KEYS_OF_HOST
