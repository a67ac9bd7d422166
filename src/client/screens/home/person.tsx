import { useFirstMessages } from '../../i18n/use-localization.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { MemberState } from '../member/member-state.ts'
import { useServices } from '../use-services.ts'

type Props = { state: MemberState; isLive: boolean }

/** The member according to Telegram: from `initData` first, then as the server has verified it. */
export function Person({ state, isLive }: Props) {
  const { telegram } = useServices()
  const { home } = useFirstMessages()
  const launched = isLive && telegram.launch.place === 'telegram' ? telegram.launch.firstName : null
  const user = state.status === 'known' ? state.me.user : null
  const name = user?.firstName ?? launched
  return (
    <header className="person">
      {name === null ? <span className="avatar skeleton" /> : <Avatar name={name} />}
      <span>
        <h1 className="person-name">
          {name === null ? <Skeleton width={9} /> : <bdi>{name}</bdi>}
        </h1>
        <span className="person-detail">
          {user?.username ? <bdi>@{user.username}</bdi> : home.account}
        </span>
      </span>
    </header>
  )
}
