const steps: (() => unknown)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void undo(0).finally(() => process.exit(1)))

/** Does this at the end of the work that is under way, the last first, also where a signal ends the process. */
export function after(step: () => unknown): void {
  steps.push(step)
}

/** Works, and then does what {@link after} was told meanwhile. */
export async function undoing<Result>(work: () => Promise<Result>): Promise<Result> {
  const depth = steps.length
  try {
    return await work()
  } finally {
    await undo(depth)
  }
}

async function undo(depth: number): Promise<void> {
  for (const step of steps.splice(depth).toReversed()) {
    try {
      await step()
    } catch (error) {
      console.error(error)
    }
  }
}
