import { getMember } from '#shared/api/admin/get-member.ts'
import { listMembers, MEMBERS_LISTED } from '#shared/api/admin/list-members.ts'
import { unlinkMemberWallet } from '#shared/api/admin/unlink-member-wallet.ts'
import { presentMember, viewListedMember } from '../admin-views.ts'
import type { HttpDeps } from '../http-deps.ts'
import { readSearch } from '../read-search.ts'
import { empty, ok, refuse } from '../route.ts'
import { serveExportLinks } from './members-export.ts'
import type { ServeAdmin } from '../serve-admin-only.ts'

/** Who the members are, for admins. With `ADMIN_NAMES=off` there is none of it. */
export function serveMembers(serve: ServeAdmin, deps: HttpDeps): void {
  const { store, now, onEvent, tonChain } = deps
  serveExportLinks(serve, deps)

  serve(listMembers, async ({ body: { search: text, filter, after } }) => {
    const { stale = false, ...wallets } = filter
    const search = readSearch(text, tonChain.network)
    if (search === 'nobody') return ok({ members: [], next: null })
    const { members, next } = await store.listMembers(
      search,
      { ...wallets, isStale: stale },
      { after, limit: MEMBERS_LISTED },
    )
    return ok({ members: members.map(viewListedMember), next })
  })

  serve(getMember, async ({ id }) => {
    const member = await store.findUser(id)
    return member ? ok(await presentMember(member, deps)) : refuse('not-found')
  })

  serve(unlinkMemberWallet, async ({ user, id, body }) => {
    const { memberId, reason } = body
    const unlinking = { walletId: id, userId: memberId, adminId: user.id, reason }
    if (!(await store.unlinkAsAdmin(unlinking, now()))) return refuse('not-found')
    onEvent()
    return empty
  })
}
