import { answerRequest } from '#shared/api/answer-request.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import { REQUEST_LIFE_S } from '#shared/request.ts'
import { type AppServer, startAppServer } from './app-server.ts'
import { addGroup } from './harbour.ts'
import { ADA, ILYA, NEGAR, type TestAccount } from './people.ts'

type TestGroup = { id: string; title: string }

export const ARGONAUTS: TestGroup = { id: '-1001000000002', title: 'Argonauts' }
export const BOOK_CLUB: TestGroup = { id: '-1001000000003', title: 'Book club' }

type Options = Parameters<typeof startAppServer>[0] & {
  /** The groups of which Ada is an administrator, the last used one first. @default both */
  groups?: readonly TestGroup[]
  account?: TestAccount
}

/** Starts a server where Ada may request wallets, by a link and in groups. */
export async function startRequesting({
  groups = [ARGONAUTS, BOOK_CLUB],
  ...options
}: Options = {}) {
  const { account = ADA, ...choices } = options
  const server = await startAppServer({ requests: 'members', ...choices })
  const ada = await server.visit(account)
  const chats = new Map<TestGroup, string>()
  for (const group of groups.toReversed()) chats.set(group, await enter(server, group, account))
  /** Ada requests TON wallets from the members of this group, or from everyone with the link. */
  const ask = async (
    group: TestGroup | null = ARGONAUTS,
    expiresIn: number = REQUEST_LIFE_S.usual,
  ) => {
    const terms = { families: ['ton' as const], expiresIn }
    const chatId = group && chats.get(group)
    const body = chatId
      ? { ...terms, chatId, membersOnly: true }
      : { ...terms, chatId: null, membersOnly: false as const }
    server.server.clock.now += 1_000
    return ada.api.call(makeRequest, { body })
  }
  return { server, ada, chats, ask }
}

/** Lets a second pass, so that this group is the last used one. */
export function enter(server: AppServer, group: TestGroup, account = ADA): Promise<string> {
  server.server.clock.now += 1_000
  return addGroup(server, group, account, [ILYA, NEGAR])
}

/** This account answers the request with one of its wallets. */
export async function answer(server: AppServer, code: string, account = ILYA, seed = 9) {
  const visitor = await server.visit(account)
  const { id: walletId } = await visitor.linkTon(seed)
  await visitor.api.call(answerRequest, { id: code, body: { walletId } })
  return { ...visitor, walletId }
}
