import type { BadVariable } from '#server/config/config-reader.ts'
import { failure, type Finding, okUnless } from '../finding.ts'

/** Variables that the start would refuse. */
export function checkConfiguration({ bad }: { bad: readonly BadVariable[] }): Promise<Finding[]> {
  const faults = bad.flatMap(({ name, problem, expected }) =>
    failure(`${name} is ${problem}.`, `Set it to ${expected}.`),
  )
  return Promise.resolve(okUnless(faults, 'Every variable can be used.'))
}
