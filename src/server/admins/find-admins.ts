import type { Store } from '../store/store.ts'

/** The admins now, by their Telegram ids: those of `ADMIN_IDS`, and those whom the link of `setup` has made admins. */
export type FindAdmins = () => Promise<ReadonlySet<string>>

type Deps = { adminIds: ReadonlySet<string>; store: Pick<Store, 'listAdmins'> }

export function createFindAdmins({ adminIds, store }: Deps): FindAdmins {
  return async () => {
    const admins = await store.listAdmins()
    return new Set([...adminIds, ...admins.map(({ user }) => user.telegramId)])
  }
}
