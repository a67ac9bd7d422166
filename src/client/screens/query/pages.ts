import { atom, type ReadableAtom } from 'nanostores'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { getProblemCode } from '../../api/api-error.ts'

/** A list that is read page by page. */
export type PagesState<Item> = {
  items: readonly Item[]
  /** `failed`: see `problem`. `end`: nothing follows. */
  status: 'loading' | 'waiting' | 'end' | 'failed'
  problem: ProblemCode | null
}

export type Pages<Item> = {
  state: ReadableAtom<PagesState<Item>>
  /** Reads the next page, unless one is on its way or nothing follows. Also after a failure. */
  more(): void
  /** Begins again with the first page. An answer that is on its way is not shown any longer. */
  restart(): void
}

type ReadPage<Item> = { items: readonly Item[]; next: string | null }

/** @param read a page after a cursor, null for the first. Throws ApiError */
export function createPages<Item>(
  read: (after: string | null) => Promise<ReadPage<Item>>,
): Pages<Item> {
  const state = atom<PagesState<Item>>({ items: [], status: 'waiting', problem: null })
  let after: string | null = null
  let run = 0

  async function load(): Promise<void> {
    const ofRun = run
    state.set({ ...state.get(), status: 'loading', problem: null })
    try {
      const page = await read(after)
      if (ofRun !== run) return
      after = page.next
      state.set({
        items: [...state.get().items, ...page.items],
        status: after === null ? 'end' : 'waiting',
        problem: null,
      })
    } catch (error) {
      if (ofRun !== run) return
      const problem = getProblemCode(error)
      // As with a query: what was read stays through an outage, but not after "not yours".
      const items = PROBLEMS[problem].retry ? state.get().items : []
      state.set({ items, status: 'failed', problem })
    }
  }

  return {
    state,
    more() {
      const { status } = state.get()
      if (status !== 'loading' && status !== 'end') void load()
    },
    restart() {
      run += 1
      after = null
      state.set({ items: [], status: 'waiting', problem: null })
      void load()
    },
  }
}
