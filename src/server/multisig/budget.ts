/** A time limit that many waits share. */
export type Budget = {
  isOver(): boolean
  /** Waits for the work until the time is over. The work itself continues. */
  wait<Done>(work: Promise<Done>): Promise<Done | 'late'>
  /** Clears the timer. */
  end(): void
}

export function startBudget(ms: number): Budget {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => {
      isOver = true
      resolve('late')
    }, ms)
  })
  return {
    isOver: () => isOver,
    wait: (work) => Promise.race([work, late]),
    end: () => clearTimeout(timer),
  }
}
