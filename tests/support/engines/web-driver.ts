import * as v from 'valibot'
import { type Engine, pressableScript, type EngineView, WINDOW } from './engine.ts'

/** Commands of https://www.w3.org/TR/webdriver2/ that a walk needs, by the names that Marionette gives them. */
export type Commands = {
  SetWindowRect: { width: number; height: number }
  Navigate: { url: string }
  /** The frame's element; null for the page. */
  SwitchToFrame: { id: ElementReference | null }
  FindElement: { using: 'css selector'; value: string }
  ExecuteAsyncScript: { script: string; args: readonly unknown[] }
  ElementClick: { id: string }
  TakeScreenshot: object
}

/** Sends one command; rejects with the driver's own error. Settles with the value of the answer. */
export type SendCommand = <Name extends keyof Commands>(
  name: Name,
  parameters: Commands[Name],
) => Promise<unknown>

/** What a driver answers to a new session. */
export const CapabilitiesSchema = v.object({
  browserName: v.string(),
  browserVersion: v.string(),
  setWindowRect: v.boolean(),
})

/** The constant by which the specification marks an element in JSON. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const ElementSchema = v.object({ [ELEMENT]: v.string() })
type ElementReference = v.InferOutput<typeof ElementSchema>

const OutcomeSchema = v.union([
  v.object({ error: v.string() }),
  v.object({ value: v.optional(v.unknown()) }),
])

/** A browser behind a driver that takes WebDriver's commands. */
export async function createWebDriverEngine(
  send: SendCommand,
  { browserName, browserVersion, setWindowRect }: v.InferOutput<typeof CapabilitiesSchema>,
): Promise<Engine> {
  // A window that nobody sees has no size of its own.
  if (setWindowRect) await send('SetWindowRect', WINDOW)

  async function enter(view: EngineView): Promise<void> {
    await send('SwitchToFrame', { id: null })
    if (view === 'page') return
    const value = `iframe[name="${view}"]`
    const frame = await send('FindElement', { using: 'css selector', value })
    await send('SwitchToFrame', { id: v.parse(ElementSchema, frame) })
  }

  /** Runs the body of an async function in the view. */
  async function run(view: EngineView, body: string): Promise<unknown> {
    await enter(view)
    const script = `
      const done = arguments[0];
      (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const outcome = v.parse(OutcomeSchema, await send('ExecuteAsyncScript', { script, args: [] }))
    if ('error' in outcome) throw new Error(outcome.error)
    return outcome.value
  }

  return {
    version: `${browserName} ${browserVersion}`,
    open: async (url) => void (await send('Navigate', { url })),
    evaluate: run,
    async press(view, target) {
      const element = v.parse(ElementSchema, await run(view, pressableScript(target)))
      await send('ElementClick', { id: element[ELEMENT] })
    },
    async screenshot() {
      await enter('page')
      return Buffer.from(v.parse(v.string(), await send('TakeScreenshot', {})), 'base64')
    },
  }
}
