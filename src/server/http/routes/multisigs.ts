import type { Hono } from 'hono'
import { getMultisig } from '#shared/api/get-multisig.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import { lookUpMultisig } from '#shared/api/look-up-multisig.ts'
import { startCollection } from '#shared/api/start-collection.ts'
import type { Collection, MultisigDetail } from '#shared/multisig.ts'
import { parseTonAddress } from '#shared/ton-address.ts'
import type { Family } from '#shared/wallet.ts'
import { oneQuestionEach, type Turn } from '../../chains/one-question-each.ts'
import type { Recognition } from '../../multisig/multisigs.ts'
import type { EvmAddressPlace, TonAddressPlace } from '../../multisig/places.ts'
import type { StoredMultisig } from '../../store/multisig-store.ts'
import type { StoredUser, StoredWallet } from '../../store/store.ts'
import { parseEvmAddress } from '../../verify/evm-address.ts'
import { isOff } from '../family-off.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { lookUp } from '../look-up.ts'
import { multisigTurn } from '../multisig-turn.ts'
import { viewCollection, viewDetail, viewMultisig } from '../multisig-views.ts'
import { refuseHurry } from '../refuse-hurry.ts'
import { refuseShutOut } from '../refuse-shut-out.ts'
import { refuseBusy, refuseFor, refuseUnreachable } from '../refuse-for.ts'
import { ok, refuse, type Refusal, type Reply } from '../reply.ts'
import { type MemberRequest, serveMember } from '../route.ts'
import { secondsToWait } from '../seconds-to-wait.ts'

/** Oldest reading that a member who looks at a multisig is shown while its chain answers, in milliseconds. */
const DETAIL_MAX_AGE_MS = 3_000

/** Multisigs as the chains show them: looked for, listed by their owners' keys, seen, and spoken for. */
export function serveMultisigs(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const turnOf = oneQuestionEach()

  serveMember(app, lookUpMultisig, async ({ user, body }) => {
    const place = placeOf(body, deps)
    if ('kind' in place) return place
    const refusal = await refuseHurry(multisigTurn(user), deps)
    if (refusal) return refusal
    const recognition = await turnOf(user.id)(() => deps.multisigs.at(place))
    return recognition === 'busy' ? refuseBusy() : answerFound(place.family, recognition)
  })

  serveMember(app, listMultisigs, async ({ user, id }) => {
    const wallet = await deps.store.findWallet(id, user.id)
    if (!wallet) return refuse('not-found')
    // A contract is nobody's key: what it owns itself says nothing of the member.
    if (wallet.level !== 'key' || isOff(wallet.family, deps)) return ok(NONE)
    const refusal = await refuseHurry(multisigTurn(user), deps)
    return refusal ?? ok(await list(wallet, turnOf(user.id), deps))
  })

  serveMember(app, getMultisig, ({ user, id }) =>
    withMultisig({ user, id }, deps, (multisig) =>
      detail({ user, multisig, turn: turnOf(user.id) }, deps),
    ),
  )

  serveMember(app, startCollection, async ({ user, id, body: { requestCode } }) => {
    const refusal = await refuseShutOut(user, requestCode, deps)
    if (refusal) return refusal
    return withMultisig({ user, id }, deps, (multisig) =>
      start({ user, multisig, turn: turnOf(user.id) }, requestCode ?? null, deps),
    )
  })
}

type Place = TonAddressPlace | EvmAddressPlace

function placeOf(
  body: MemberRequest<typeof lookUpMultisig>['body'],
  { evmChains, tonChain }: HttpDeps,
): Place | Refusal {
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

/** Nothing found where some chain did not answer is no finding. */
function answerFound(
  family: Family,
  { found, unreachable, hasLookalike }: Recognition,
): Reply<ResponseOf<typeof lookUpMultisig>> {
  const isComplete = unreachable.length === 0
  if (found.length > 0) return ok({ multisigs: found.map(viewMultisig), isComplete })
  if (!isComplete) return refuseUnreachable(family)
  return refuse(hasLookalike ? 'multisig-lookalike' : 'multisig-not-found')
}

type Listed = ResponseOf<typeof listMultisigs>

const NONE: Listed = { multisigs: [], isComplete: true, canList: true }

async function list(wallet: StoredWallet, turn: Turn, deps: HttpDeps): Promise<Listed> {
  const { family, address } = wallet
  const recognition = await turn(() => deps.multisigs.ofSigner({ family, address }))
  if (recognition === 'busy') {
    const known = await deps.store.listMultisigsOfOwner({ family, address })
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
  return lookUp({ user, find: () => deps.store.findMultisig(id) }, deps, async (multisig) =>
    isOff(multisig.family, deps) ? refuse('evm-off') : answer(multisig),
  )
}

type Asked = { user: StoredUser; multisig: StoredMultisig; turn: Turn }

async function detail(
  { user, multisig: known, turn }: Asked,
  deps: HttpDeps,
): Promise<Reply<MultisigDetail>> {
  const { multisigs, store, now } = deps
  const refreshed = (await isToBeRead(user, known, deps))
    ? await turn(() => multisigs.refresh(known, DETAIL_MAX_AGE_MS))
    : null
  const reading = refreshed === 'busy' ? null : refreshed
  if (reading?.state === 'gone') return refuse('multisig-not-found')
  const multisig = reading?.multisig ?? known
  const [wallets, collections, live] = await Promise.all([
    store.listWallets(user.id),
    store.listCollectionsOf(multisig.id, now()),
    store.findOwnCollection(user.id, { multisigId: multisig.id }, now()),
  ])
  return ok(viewDetail(multisig, { viewer: { user, wallets }, collections, live }, deps))
}

/** Who looks at many in turn is shown them as they were: each reading is a question to a chain. */
async function isToBeRead(
  user: StoredUser,
  { checkedAt }: StoredMultisig,
  deps: HttpDeps,
): Promise<boolean> {
  if (deps.now() - checkedAt <= DETAIL_MAX_AGE_MS) return false
  return (await secondsToWait(multisigTurn(user), deps)) === 0
}

async function start(
  { user, multisig, turn }: Asked,
  requestCode: string | null,
  deps: HttpDeps,
): Promise<Reply<Collection>> {
  const asked = { multisigId: multisig.id, requestCode }
  const started = await turn(() => deps.collections.start(user, asked))
  if (started === 'busy') return refuseBusy()
  if (!started.ok) return refuseFor(started.code, started.retryAfterMs)
  deps.onEvent()
  const wallets = await deps.store.listWallets(user.id)
  return ok(viewCollection(started.collection, { user, wallets }, deps))
}
