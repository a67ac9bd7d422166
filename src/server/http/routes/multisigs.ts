import { getMultisig } from '#shared/api/get-multisig.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import { lookUpMultisig } from '#shared/api/look-up-multisig.ts'
import { startCosigning } from '#shared/api/start-cosigning.ts'
import type { Cosigning, MultisigDetail } from '#shared/multisig.ts'
import { parseTonAddress } from '#shared/ton-address.ts'
import type { Family } from '#shared/wallet.ts'
import { createUserQueue, type RunExclusive } from '../../chains/user-queue.ts'
import { type Recognition, unreachableCode } from '../../multisig/multisigs.ts'
import type { EvmMultisigAddress, TonMultisigAddress } from '#server/multisig/location.ts'
import type { StoredMultisig, StoredUser, StoredWallet } from '../../store/database/stored.ts'
import { parseEvmAddress } from '#shared/parse-evm-address.ts'
import { isFamilyDisabled } from '../is-family-disabled.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { replyToCode } from '../reply-to-code.ts'
import { memberLimit } from '../../rate-limit/member-limits.ts'
import { takeOne } from '../../store/database/rate-limits.ts'
import { checkEligibility } from '../../requests/membership.ts'
import { viewCosigning, viewDetail, viewMultisig } from '../multisig-views.ts'
import { enforceRateLimit } from '../admission.ts'
import { refuseFor } from '../refuse-for.ts'
import { ok, refuse, type Refusal, type Reply, type MemberRequest, serveMember } from '../route.ts'

/** Oldest reading that a member sees on a multisig's page while its chain answers, in milliseconds. */
const DETAIL_MAX_AGE_MS = 3_000

/** Multisigs as the chains show them: searched, listed by their owners' keys, viewed, and confirmed. */
export function serveMultisigs(app: HttpApp, deps: HttpDeps): void {
  const userQueue = createUserQueue()

  serveMember(app, lookUpMultisig, async ({ user, body }) => {
    const location = toLookUpTarget(body, deps)
    if ('kind' in location) return location
    const refusal = await enforceRateLimit(memberLimit('multisigs', user), deps)
    if (refusal) return refusal
    const recognition = await userQueue(user.id)(() => deps.multisigs.at(location))
    return recognition === 'busy'
      ? refuseFor(recognition)
      : answerFound(location.family, recognition)
  })

  serveMember(app, listMultisigs, async ({ user, id }) => {
    const wallet = await deps.store.findWallet(id, user.id)
    if (!wallet) return refuse('not-found')
    // A contract has no key of its own, so the multisigs that it owns say nothing about the member.
    if (wallet.level !== 'key' || isFamilyDisabled(wallet.family, deps)) return ok(NONE)
    const refusal = await enforceRateLimit(memberLimit('multisigs', user), deps)
    return refusal ?? ok(await list(wallet, userQueue(user.id), deps))
  })

  serveMember(app, getMultisig, ({ user, id }) =>
    withMultisig({ user, id }, deps, (multisig) =>
      detail({ user, multisig, runExclusive: userQueue(user.id) }, deps),
    ),
  )

  serveMember(app, startCosigning, async ({ user, id, body: { requestCode } }) => {
    const ineligible = await checkEligibility(user, requestCode, deps)
    if (ineligible) return refuseFor(ineligible.code, ineligible.retryAfterMs)
    return withMultisig({ user, id }, deps, (multisig) =>
      start({ user, multisig, runExclusive: userQueue(user.id) }, requestCode ?? null, deps),
    )
  })
}

type LookUpTarget = TonMultisigAddress | EvmMultisigAddress

function toLookUpTarget(
  body: MemberRequest<typeof lookUpMultisig>['body'],
  { evmChains, tonChain }: HttpDeps,
): LookUpTarget | Refusal {
  if (body.family === 'ton') {
    const address = parseTonAddress(body.address)
    if (address === null) return refuse('ton-address-malformed')
    const isForOther = address.testOnly !== null && address.testOnly !== (tonChain.network === '-3')
    return isForOther
      ? refuse('ton-network-mismatch')
      : { family: body.family, address: address.raw }
  }
  if (evmChains === null) return refuse('evm-off')
  const address = parseEvmAddress(body.address)
  if (address === null) return refuse('evm-address-malformed')
  const { chainId = null } = body
  return chainId === null || evmChains.ids.includes(chainId)
    ? { family: body.family, address, chainId }
    : refuse('evm-chain-unsupported')
}

/** An empty result does not count while some chain did not answer. */
function answerFound(
  family: Family,
  { found, unreachable, hasLookalike }: Recognition,
): Reply<ResponseOf<typeof lookUpMultisig>> {
  const isComplete = unreachable.length === 0
  if (found.length > 0) return ok({ multisigs: found.map(viewMultisig), isComplete })
  if (!isComplete) return refuseFor(unreachableCode({ family }))
  return refuse(hasLookalike ? 'multisig-lookalike' : 'multisig-not-found')
}

type ListedMultisigs = ResponseOf<typeof listMultisigs>

const NONE: ListedMultisigs = { multisigs: [], isComplete: true, canList: true }

async function list(
  wallet: StoredWallet,
  runExclusive: RunExclusive,
  deps: HttpDeps,
): Promise<ListedMultisigs> {
  const { family, address } = wallet
  const recognition = await runExclusive(() => deps.multisigs.findBySigner({ family, address }))
  if (recognition === 'busy') {
    const known = await deps.store.listOwnerMultisigs({ family, address })
    return { multisigs: known.map(viewMultisig), isComplete: false, canList: true }
  }
  const { found, unreachable, canList } = recognition
  return { multisigs: found.map(viewMultisig), isComplete: unreachable.length === 0, canList }
}

function withMultisig<Body>(
  { user, id }: { user: StoredUser; id: string },
  deps: HttpDeps,
  answer: (multisig: StoredMultisig) => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  return replyToCode({ user, find: () => deps.store.findMultisig(id) }, deps, async (multisig) =>
    isFamilyDisabled(multisig.family, deps) ? refuse('evm-off') : answer(multisig),
  )
}

type MultisigRequest = { user: StoredUser; multisig: StoredMultisig; runExclusive: RunExclusive }

async function detail(
  { user, multisig: known, runExclusive }: MultisigRequest,
  deps: HttpDeps,
): Promise<Reply<MultisigDetail>> {
  const { multisigs, store, now } = deps
  const refreshed = (await isToBeRead(user, known, deps))
    ? await runExclusive(() => multisigs.refresh(known, DETAIL_MAX_AGE_MS))
    : null
  const reading = refreshed === 'busy' ? null : refreshed
  if (reading?.state === 'gone') return refuse('multisig-not-found')
  const multisig = reading?.multisig ?? known
  const [wallets, cosignings, live] = await Promise.all([
    store.listWallets(user.id),
    store.listMultisigCosignings(multisig.id, now()),
    store.findOwnCosigning(user.id, { multisigId: multisig.id }, now()),
  ])
  return ok(viewDetail(multisig, { viewer: { user, wallets }, cosignings, live }, deps))
}

/** A member who views many multisigs in turn sees old readings, because each new one queries a chain. */
async function isToBeRead(
  user: StoredUser,
  { checkedAt }: StoredMultisig,
  deps: HttpDeps,
): Promise<boolean> {
  if (deps.now() - checkedAt <= DETAIL_MAX_AGE_MS) return false
  return (await takeOne(memberLimit('multisigs', user), deps)) === 0
}

async function start(
  { user, multisig, runExclusive }: MultisigRequest,
  requestCode: string | null,
  deps: HttpDeps,
): Promise<Reply<Cosigning>> {
  const asked = { multisigId: multisig.id, requestCode }
  const started = await runExclusive(() => deps.cosignings.start(user, asked))
  if (started === 'busy') return refuseFor(started)
  if (!started.ok) return refuseFor(started.code, started.retryAfterMs)
  deps.onEvent()
  const wallets = await deps.store.listWallets(user.id)
  return ok(viewCosigning(started.cosigning, { user, wallets }, deps))
}
