import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as v from 'valibot'
import { type ScaleResult, ScaleResultSchema, type ScaleTask } from './scale-messages.ts'

const LIMIT_MS = 180_000

/** Measures in a process of its own, which ends with it. */
export async function measureScale(task: ScaleTask): Promise<ScaleResult> {
  const child = fork(new URL('./measured-process.ts', import.meta.url), {
    execArgv: ['--import', 'tsx', '--expose-gc'],
  })
  try {
    child.send(task)
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the process that measures ended with ${code}`)
    })
    const answered = once(child, 'message', { signal: AbortSignal.timeout(LIMIT_MS) })
    const answers: unknown[] = await Promise.race([answered, ended])
    return v.parse(ScaleResultSchema, answers[0])
  } finally {
    child.kill()
  }
}
