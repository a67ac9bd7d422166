import { expect } from 'vitest'

export async function expectRefused(verdict: Promise<unknown>, code: string): Promise<void> {
  expect(await verdict).toEqual({ ok: false, code })
}
