import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

/** `console.error` and `console.warn` of a test fail it. Unhandled rejections already do. */
const noise: string[] = []

beforeEach(() => {
  noise.length = 0
  console.error = (...args: unknown[]) => void noise.push(format(...args))
  console.warn = (...args: unknown[]) => void noise.push(format(...args))
})

afterEach(() => {
  if (noise.length > 0)
    throw new Error(`the console was written to: ${noise.splice(0).join(' | ')}`)
})
