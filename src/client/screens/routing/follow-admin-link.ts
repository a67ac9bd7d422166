import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { takeAdminLink } from '#shared/api/admin/take-admin-link.ts'
import { type ProblemCode, PROBLEMS } from '#shared/problem.ts'
import { ADMIN_START_PARAM } from '#shared/start-param.ts'
import { getProblemCode } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import type { Member } from '../member/member.ts'
import type { Router } from './router.ts'

type Deps = {
  api: Pick<Api, 'call'>
  member: Pick<Member, 'refresh'>
  router: Pick<Router, 'route' | 'open'>
  storage: UserStorage
  /** The start_param that Telegram has signed. Empty for none. */
  launched: string
  onReturn: (listener: () => void) => void
}

const FOLLOWED_KEY = 'admin-link'

/**
 * Makes the member an admin where the app was launched by the link of `setup`, and shows the admin view. The state is why it
 * did not; null in all other cases. A request that cannot be made now is made on the next return. A link that was used is
 * over after a reload.
 */
export function followAdminLink({
  api,
  member,
  router,
  storage,
  launched,
  onReturn,
}: Deps): ReadableAtom<ProblemCode | null> {
  const problem = atom<ProblemCode | null>(null)

  async function take(): Promise<void> {
    try {
      await api.call(takeAdminLink, { body: { link: launched } })
      storage.write(FOLLOWED_KEY, launched)
      await member.refresh()
      if (router.route.get().screen === 'home') router.open({ screen: 'admin' })
    } catch (error) {
      problem.set(getProblemCode(error))
    }
  }

  function takeAgain(): void {
    const code = problem.get()
    if (code === null || !PROBLEMS[code].retry) return
    problem.set(null)
    void take()
  }

  const isFollowed = storage.read(FOLLOWED_KEY, v.string()) === launched
  if (ADMIN_START_PARAM.test(launched) && !isFollowed) {
    void take()
    onReturn(takeAgain)
  }
  return problem
}
