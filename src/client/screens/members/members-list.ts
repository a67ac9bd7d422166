import type { VirtualItem } from '@tanstack/react-virtual'
import { atom, type WritableAtom } from 'nanostores'
import {
  type ListedMember,
  listMembers,
  type MemberFilterChoice,
} from '#shared/api/admin/list-members.ts'
import type { Api } from '../../api/call.ts'
import { createPages, type Pages } from '../query/pages.ts'

/** What an admin searches for in the list of members, and what was found. */
export type MembersList = Pages<ListedMember> & {
  asked: WritableAtom<Asked>
  /** How the list was left: what its lines measured, and how far the page was scrolled, in pixels. */
  left: { measured: VirtualItem[]; scrolled: number }
}

type Asked = { search: string; filter: MemberFilterChoice }

function createMembersList(api: Api): MembersList {
  const asked = atom<Asked>({ search: '', filter: {} })
  const pages = createPages(async (after) => {
    const { members, next } = await api.call(listMembers, { body: { ...asked.get(), after } })
    return { items: members, next }
  })
  return { ...pages, asked, left: { measured: [], scrolled: 0 } }
}

const lists = new WeakMap<Api, MembersList>()

/** What was read does not stay once the server says that the member is no admin. */
export function forgetMembersList(api: Api): void {
  lists.delete(api)
}

/** One list for as long as the app is open, so that "back" from a member leads to where the admin was. */
export function getMembersList(api: Api): MembersList {
  const known = lists.get(api)
  if (known !== undefined) return known
  const list = createMembersList(api)
  lists.set(api, list)
  return list
}
