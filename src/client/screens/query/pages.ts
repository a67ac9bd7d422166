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
  /** Reads again as much as is shown, in the background: that stays until the answer, and through an outage. */
  renew(): void
}

/** A list that shows more is not renewed, because each page is a call. */
const MOST_RENEWED = 200

type ReadPage<Item> = { items: readonly Item[]; next: string | null }

/** A page after a cursor, null for the first. Throws ApiError */
type PageReader<Item> = (after: string | null) => Promise<ReadPage<Item>>

export function createPages<Item>(read: PageReader<Item>): Pages<Item> {
  const state = atom<PagesState<Item>>({ items: [], status: 'waiting', problem: null })
  let after: string | null = null
  /** Counts what is read: only the last one's answer is shown. */
  let run = 0
  /** The run that renews; null for none. */
  let renewing: number | null = null

  function show({ items, next }: ReadPage<Item>): void {
    after = next
    state.set({ items, status: next === null ? 'end' : 'waiting', problem: null })
  }

  async function load(): Promise<void> {
    run += 1
    const ofRun = run
    state.set({ ...state.get(), status: 'loading', problem: null })
    try {
      const page = await read(after)
      if (ofRun !== run) return
      show({ items: [...state.get().items, ...page.items], next: page.next })
    } catch (error) {
      if (ofRun !== run) return
      const problem = getProblemCode(error)
      // As with a query: what was read stays through an outage, but not after "not yours".
      const items = PROBLEMS[problem].retry ? state.get().items : []
      state.set({ items, status: 'failed', problem })
    }
  }

  async function reread(): Promise<void> {
    run += 1
    const ofRun = run
    renewing = run
    try {
      const pages = await readFirst(read, state.get().items.length, () => ofRun === run)
      if (pages !== null) show(pages)
    } catch (error) {
      const problem = getProblemCode(error)
      if (ofRun === run && !PROBLEMS[problem].retry)
        state.set({ items: [], status: 'failed', problem })
    }
    if (ofRun === run) renewing = null
  }

  return {
    state,
    more() {
      const { status } = state.get()
      if (status !== 'loading' && status !== 'end') void load()
    },
    restart() {
      after = null
      state.set({ items: [], status: 'waiting', problem: null })
      void load()
    },
    renew() {
      const { status, items } = state.get()
      if (status === 'loading' || renewing === run || items.length > MOST_RENEWED) return
      void reread()
    },
  }
}

/** The first pages, until they have this many items; null once they are no longer wanted. */
async function readFirst<Item>(
  read: PageReader<Item>,
  least: number,
  areWanted: () => boolean,
): Promise<ReadPage<Item> | null> {
  const items: Item[] = []
  let next: string | null = null
  do {
    const page = await read(next)
    if (!areWanted()) return null
    items.push(...page.items)
    next = page.next
  } while (next !== null && items.length < least)
  return { items, next }
}
