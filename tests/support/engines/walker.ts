import { expect, vi } from 'vitest'
import {
  countScript,
  type Engine,
  placeScript,
  type EngineTarget,
  uncoverScript,
  type EngineView,
} from './engine.ts'

/** How long an engine may take to show something: a walk shares the machine with other tests. */
const WAIT = { timeout: 30_000, interval: 50 }

/** What a member does and sees in an engine. Presses and looks wait until they are possible. */
export type Walker = {
  open(url: string): Promise<void>
  press(view: EngineView, target: EngineTarget): Promise<void>
  see(view: EngineView, target: EngineTarget): Promise<void>
  /** Waits until it is not shown any longer. */
  miss(view: EngineView, target: EngineTarget): Promise<void>
  evaluate: Engine['evaluate']
}

export function createWalker(engine: Engine): Walker {
  const isShown = async (view: EngineView, target: EngineTarget) =>
    Number(await engine.evaluate(view, countScript(target))) > 0

  async function uncover(view: EngineView, target: EngineTarget): Promise<void> {
    const place = await engine.evaluate(view, placeScript(target))
    await engine.evaluate('page', uncoverScript(view, place))
  }

  return {
    open: (url) => engine.open(url),
    press: (view, target) =>
      wait(view, target, async () => {
        if (view !== 'page') await uncover(view, target)
        await engine.press(view, target)
      }),
    see: (view, target) =>
      wait(view, target, async () => expect(await isShown(view, target)).toBe(true)),
    miss: (view, target) =>
      wait(view, target, async () => expect(await isShown(view, target)).toBe(false)),
    evaluate: (view, body) => engine.evaluate(view, body),
  }
}

function wait(view: EngineView, target: EngineTarget, act: () => Promise<void>): Promise<void> {
  return vi.waitFor(async () => {
    try {
      await act()
    } catch (cause) {
      throw new Error(`${JSON.stringify(target)} in ${view}: ${String(cause)}`, { cause })
    }
  }, WAIT)
}
