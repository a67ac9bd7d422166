import * as v from 'valibot'
import { vi } from 'vitest'
import { freePort } from '../free-port.ts'
import type { Engine } from './engine.ts'
import { openProcess } from './open-process.ts'
import {
  CapabilitiesSchema,
  type Commands,
  createWebDriverEngine,
  type SendCommand,
} from './web-driver.ts'

/** A build of WebKit with a driver. */
type WebKitParts = {
  driver: string
  /** Capabilities that name the browser, where the driver does not know it. */
  options?: object
  variables?: Record<string, string>
}

/** How long a driver may take to listen, in milliseconds. */
const START_TIMEOUT_MS = 30_000

const CreatedSchema = v.object({ sessionId: v.string(), capabilities: CapabilitiesSchema })

/** Paths of https://www.w3.org/TR/webdriver2/#endpoints, with their bodies. */
const ENDPOINTS: { [Name in keyof Commands]: (parameters: Commands[Name]) => DriverCall } = {
  SetWindowRect: (body) => ({ path: '/window/rect', body }),
  Navigate: (body) => ({ path: '/url', body }),
  SwitchToFrame: (body) => ({ path: '/frame', body }),
  FindElement: (body) => ({ path: '/element', body }),
  ExecuteAsyncScript: (body) => ({ path: '/execute/async', body }),
  ElementClick: ({ id }) => ({ path: `/element/${id}/click`, body: {} }),
  TakeScreenshot: () => ({ path: '/screenshot', body: null }),
}

/** Null as body: GET. */
type DriverCall = { path: string; body: object | null }

/** Starts WebKitGTK or WPE through its own WebDriver. */
export async function startWebKit({
  driver,
  options = {},
  variables,
}: WebKitParts): Promise<Engine> {
  const port = await freePort()
  openProcess(driver, [`--port=${port}`], variables)
  const root = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(`${root}/status`), { timeout: START_TIMEOUT_MS })
  const body = { capabilities: { alwaysMatch: options } }
  const created = await call(root, { path: '/session', body })
  const { sessionId, capabilities } = v.parse(CreatedSchema, created)
  const session = `${root}/session/${sessionId}`
  const send: SendCommand = (name, parameters) => call(session, ENDPOINTS[name](parameters))
  return createWebDriverEngine(send, capabilities)
}

const AnswerSchema = v.object({ value: v.unknown() })

async function call(root: string, { path, body }: DriverCall): Promise<unknown> {
  const answer = await fetch(`${root}${path}`, {
    ...(body !== null && { method: 'POST', body: JSON.stringify(body) }),
  })
  const { value } = v.parse(AnswerSchema, await answer.json())
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
  return value
}
