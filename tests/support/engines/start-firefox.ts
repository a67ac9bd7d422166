import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import * as v from 'valibot'
import { onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import type { Engine } from './engine.ts'
import { openProcess } from './open-process.ts'
import {
  CapabilitiesSchema,
  createWebDriverEngine,
  ELEMENT,
  type SendCommand,
} from './web-driver.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

const CreatedSchema = v.object({ capabilities: CapabilitiesSchema })
/** Most answers are `{ value }`, a new rectangle of the window is not. */
const ValueSchema = v.object({ value: v.unknown() })
/** Marionette names the element of a frame otherwise than WebDriver. */
const FrameSchema = v.object({ id: v.object({ [ELEMENT]: v.string() }) })

/**
 * Starts Firefox, and talks to it in its own protocol: there is no other program between.
 * Source: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 *
 * @param executable such as `/usr/bin/firefox-esr`
 */
export async function startFirefox(executable: string): Promise<Engine> {
  const profile = await makeTemporaryFolder('firefox')
  const port = await freePort()
  await writeFile(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`)
  const running = openProcess(executable, ['--headless', '--marionette', '--profile', profile])
  await running.see(/Listening on port/)
  const ask = await openMarionette(port)
  const { capabilities } = v.parse(CreatedSchema, await ask('WebDriver:NewSession', {}))
  const send: SendCommand = async (name, parameters) => {
    const isFrame = name === 'SwitchToFrame' && v.is(FrameSchema, parameters)
    const given = isFrame ? { element: parameters.id[ELEMENT] } : parameters
    const answer = await ask(`WebDriver:${name}`, given)
    return v.is(ValueSchema, answer) ? answer.value : answer
  }
  return createWebDriverEngine(send, capabilities)
}

/** `[type, id, error, result]`: an answer has the type 1. */
const AnswerSchema = v.tuple([
  v.literal(1),
  v.number(),
  v.nullable(v.object({ error: v.string(), message: v.string() })),
  v.unknown(),
])
type MarionetteAnswer = v.InferOutput<typeof AnswerSchema>

type AskFirefox = (name: string, parameters: object) => Promise<unknown>

async function openMarionette(port: number): Promise<AskFirefox> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const waiting = new Map<number, (answer: MarionetteAnswer) => void>()
  await once(socket, 'connect')
  readMessages(socket, (message) => {
    const answer = v.safeParse(AnswerSchema, message)
    if (answer.success) waiting.get(answer.output[1])?.(answer.output)
  })
  let lastId = 0
  return async (name, parameters) => {
    lastId += 1
    const id = lastId
    const message = JSON.stringify([0, id, name, parameters])
    const answered = new Promise<MarionetteAnswer>((resolve) => waiting.set(id, resolve))
    socket.write(`${Buffer.byteLength(message)}:${message}`)
    const [, , error, result] = await answered
    waiting.delete(id)
    if (error !== null) throw new Error(`${name}: ${error.error}: ${error.message}`)
    return result
  }
}

const COLON = ':'.charCodeAt(0)

/** Messages are `<length in bytes>:<JSON>`, and come in any pieces. */
function readMessages(socket: Socket, onMessage: (message: unknown) => void): void {
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(COLON)
      if (colon === -1) return
      const end = colon + 1 + Number(received.subarray(0, colon).toString())
      if (received.length < end) return
      onMessage(JSON.parse(received.subarray(colon + 1, end).toString()))
      received = received.subarray(end)
    }
  })
}
