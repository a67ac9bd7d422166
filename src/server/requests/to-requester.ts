import type { Requester } from '#shared/request.ts'
import type { RequestMaker } from '../store/rows/request-rows.ts'

/** The requester as members see them. */
export function toRequester(maker: RequestMaker): Requester {
  switch (maker.kind) {
    case 'key':
      return { kind: 'operator' }
    case 'member': {
      const { firstName, username } = maker.user
      return { kind: 'member', person: { firstName, username } }
    }
    case 'gone':
      return { kind: 'gone' }
  }
}
