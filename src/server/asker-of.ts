import type { Asker } from '#shared/request.ts'
import type { RequestMaker } from './store/request-store.ts'

/** Who asks, as members see it. */
export function askerOf(maker: RequestMaker): Asker {
  switch (maker.kind) {
    case 'key':
      return { kind: 'owner' }
    case 'member': {
      const { firstName, username } = maker.user
      return { kind: 'member', person: { firstName, username } }
    }
    case 'gone':
      return { kind: 'gone' }
  }
}
