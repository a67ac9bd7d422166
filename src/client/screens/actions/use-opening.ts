import { useRef, useState } from 'react'
import { useServices } from '../context/context.ts'
import { useTask } from './use-task.ts'

type Deps<Found> = {
  get: () => Promise<Found>
  /** Opens a link or shows a message to share. Must run inside the member's tap, or clients drop it. */
  open: (found: Found) => Promise<void> | void
  /** @default true */
  isUsable?: (found: Found) => boolean
}

/** Something that the server makes and the client opens. A late result is stored for the next tap. */
export function useOpening<Found>({ get, open, isUsable }: Deps<Found>) {
  const { telegram } = useServices()
  const { run, isBusy, problem } = useTask()
  const [isReady, setReady] = useState(false)
  const ready = useRef<{ found: Found } | null>(null)

  /** Stores something for the next press. */
  function offer(found: Found): void {
    ready.current = { found }
    setReady(true)
  }

  function take(): { found: Found } | null {
    const taken = ready.current
    ready.current = null
    setReady(false)
    return taken !== null && (isUsable?.(taken.found) ?? true) ? taken : null
  }

  async function getAndOpen(): Promise<void> {
    const found = await get()
    if (telegram.isTapFresh()) await open(found)
    else offer(found)
  }

  async function openReady(): Promise<void> {
    const taken = take()
    await (taken === null ? getAndOpen() : open(taken.found))
  }

  return {
    press: () => run(openReady),
    offer,
    isBusy,
    /** The result arrived too late for the tap: the next press opens it. */
    isReady,
    problem,
  }
}
