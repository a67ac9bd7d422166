import type { Route } from 'playwright-core'
import type { DemoStage } from './demo-stage.ts'

type HeldAnswers = {
  /** Settles when a page has sent a request. */
  asked: Promise<void>
  /** Lets the server answer, now and from now on. */
  release(): Promise<void>
}

/** Holds calls to the server back, as a slow line does. */
export async function holdAnswers(
  { context }: Pick<DemoStage, 'context'>,
  url: RegExp,
): Promise<HeldAnswers> {
  const held: Route[] = []
  const arrival = new EventTarget()
  const asked = new Promise<void>((resolve) => {
    arrival.addEventListener('call', () => resolve(), { once: true })
  })
  await context.route(url, (route) => {
    held.push(route)
    arrival.dispatchEvent(new Event('call'))
  })
  return {
    asked,
    async release() {
      await Promise.all(held.map((route) => route.continue()))
      await context.unroute(url)
    },
  }
}
