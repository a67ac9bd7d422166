/**
 * What the client shows for one screen at a time: the last screen that shows something has it, until that screen ends it.
 *
 * @param getState what the client receives for what is shown; for null while no screen has it
 * @param first what the client shows already. @default nothing that is known
 */
export function createSlot<Shown extends object, State>(
  getState: (shown: Shown | null) => State,
  post: (state: State) => void,
  first: Shown | null = null,
) {
  let current = first
  const settle = createSettle(() => getState(current), post, first ? getState(first) : undefined)
  const set = (next: Shown | null) => {
    current = next
    settle()
  }
  const end = (shown: Shown) => {
    if (current === shown) set(null)
  }
  return {
    current: () => current,
    /** To call when what is shown has changed. */
    settle,
    /** @returns how to end it */
    show: (shown: Shown) => {
      set(shown)
      return () => end(shown)
    },
    end,
  }
}

/**
 * Posts the final state of a turn, now and after each call of the returned function: nothing flickers between two screens
 * that both show it.
 *
 * @param posted the client's state, if known: a reload leaves the client as it was
 */
export function createSettle<State>(
  getState: () => State,
  post: (state: State) => void,
  posted?: State,
): () => void {
  let known = JSON.stringify(posted)
  const settle = () =>
    queueMicrotask(() => {
      const state = getState()
      if (JSON.stringify(state) === known) return
      known = JSON.stringify(state)
      post(state)
    })
  settle()
  return settle
}
