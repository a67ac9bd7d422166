import type { SqlContext } from '../rows/transaction.ts'
import { createAnswers } from './answers.ts'
import { createDrafts } from './drafts.ts'
import { createMadeRequests } from './made-requests.ts'
import { createPosts } from './posts.ts'
import { createReceivedAnswers } from './received-answers.ts'
import { createRequests } from './requests.ts'

/** Connect requests, the answers to them, and posts: the bot's messages about them. */
export function createRequestsStore(context: SqlContext) {
  return {
    ...createRequests(context),
    ...createMadeRequests(context),
    ...createDrafts(context),
    ...createAnswers(context),
    ...createReceivedAnswers(context),
    ...createPosts(context),
  }
}
