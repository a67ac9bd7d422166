import { useFirstMessages } from '../i18n/use-localization.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** A Telegram account as its owner knows it. */
export type Account = {
  telegramId: string
  firstName: string
  username?: string | null | undefined
}

type Props = {
  /** Null while it is not known. */
  account: Account | null
  /** The element of the name. */
  name: 'h1' | 'p'
}

/**
 * The member according to Telegram, with what no other account has: the id. The page's first script draws the same from
 * `initData` (`show-member.ts`), in place of what the server sends for everybody.
 */
export function Person({ account, name: Name }: Props) {
  const { home } = useFirstMessages()
  return (
    <div className="person">
      {account === null ? (
        <span className="avatar skeleton" />
      ) : (
        <Avatar name={account.firstName} />
      )}
      <span>
        <Name className="person-name">
          {account === null ? <Skeleton width={9} /> : <bdi>{account.firstName}</bdi>}
        </Name>
        <span className="person-detail">
          {account?.username && <bdi>{`@${account.username}`}</bdi>}
          <span>
            {`${home.account} `}
            {account && <bdi>{account.telegramId}</bdi>}
          </span>
        </span>
      </span>
    </div>
  )
}
