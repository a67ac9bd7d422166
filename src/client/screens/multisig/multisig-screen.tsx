import { useEffect, useState } from 'react'
import type { MultisigDetail } from '#shared/multisig.ts'
import { getMultisig } from '#shared/api/get-multisig.ts'
import { usePreload } from '../screen/use-preload.ts'
import { QueryScreen } from '../query/query-screen.tsx'
import { createQuery, type ServerQuery } from '../query/query.ts'
import { useOnReturn, useQuery } from '../query/use-query.ts'
import { useCore, useServices } from '../context/context.ts'
import { useSection } from '../arriving/use-section.ts'
import { PartScreen } from '../arriving/part-screen.tsx'
import { Detail } from './detail.tsx'
import type { Me } from '../member/member.ts'
import { holds } from './holds.ts'
import type { Api } from '../../api/call.ts'

/** Age at which a reading was not made for this request, in milliseconds: the server rereads what is older than 3 s. */
const OLD_AFTER_MS = 60_000

/** A multisig as its chain shows it: its owners, and what the member can do with it. Refreshed on each return. */
export function MultisigScreen({ id }: { id: string }) {
  const { api, member } = useCore()
  const { member: known, now } = useServices()
  const [view] = useState(() => createMultisigView({ api, id, now }))
  const query = useQuery(() => view)
  useOnReturn(query.refresh)
  usePreload('cosign')
  // The wallet and Home must also show what the chain has just returned.
  useEffect(() => {
    return view.state.listen((state) => {
      const me = known.get()
      if (state.status !== 'shown' || state.problem !== null || me.status !== 'known') return
      if (!knowsMultisig(me.me, state.value.multisig)) void member.renew()
    })
  }, [known, member, view])
  return (
    <PartScreen part={useSection('multisig')}>
      <QueryScreen query={query}>
        {({ multisig, isFresh }, problem) => (
          <Detail
            multisig={multisig}
            isFresh={isFresh}
            problem={problem}
            onChanged={query.refresh}
          />
        )}
      </QueryScreen>
    </PartScreen>
  )
}

/** Whether the known member data agrees with a multisig as its chain shows it now. */
function knowsMultisig(me: Me, multisig: MultisigDetail): boolean {
  return knowsLink(me, multisig) && knowsCollecting(me, multisig)
}

/** The member's link to it: whether it exists, whether it is valid, and how many owners must agree. */
function knowsLink({ wallets }: Me, multisig: MultisigDetail): boolean {
  const link = wallets.find((wallet) => wallet.multisig?.id === multisig.id)
  if (link === undefined) return multisig.walletId === null
  return (
    link.id === multisig.walletId &&
    (link.staleAt === null) === holds(multisig) &&
    link.multisig?.threshold === multisig.threshold
  )
}

/** The member's own cosigning: whether one is open, and how far it is. */
function knowsCollecting({ cosignings }: Me, { id, cosigning }: MultisigDetail): boolean {
  const known = cosignings.find(({ mine, multisig }) => mine && multisig.id === id)
  return known?.code === cosigning?.code && known?.signed === cosigning?.signed
}

/** A multisig on the screen. */
type MultisigView = {
  multisig: MultisigDetail
  /** Whether its chain has just answered; if not, this is the last reading. */
  isFresh: boolean
}

type Deps = {
  api: Api
  id: string
  /** Milliseconds since the epoch. */
  now: () => number
}

function createMultisigView({ api, id, now }: Deps): ServerQuery<MultisigView> {
  return createQuery(async () => {
    const multisig = await api.call(getMultisig, { id })
    return { multisig, isFresh: now() - Date.parse(multisig.checkedAt) < OLD_AFTER_MS }
  })
}
