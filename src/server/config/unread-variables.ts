import type { Environment } from './environment.ts'
import { RPC_VARIABLES, VARIABLE_NAMES } from './variables.ts'

/** What `.env` may hold for the system, Node and Docker Compose. */
const OF_OTHERS = /^(?:TZ|LANG|LC_\w+|NODE_\w+|COMPOSE_\w+|POSTGRES_\w+)$/

/** Shorter names have too many neighbours at a distance of two typos. */
const LONG_NAME = 8

/** A variable that is set and that nothing reads; each text is one sentence. */
type UnreadVariable = { found: string; fix: string }

/** @param file the variables of `.env`, which are all meant for Clasp */
export function listUnreadVariables(file: Environment): UnreadVariable[] {
  return Object.keys(file)
    .filter((name) => !isRead(name))
    .map(describe)
}

function isRead(name: string): boolean {
  return VARIABLE_NAMES.includes(name) || RPC_VARIABLES.isName(name) || OF_OTHERS.test(name)
}

function describe(name: string): UnreadVariable {
  const meant = nearest(name)
  return {
    found: `.env sets ${name}, which nothing reads.`,
    fix: meant === undefined ? 'Remove it.' : `Write ${meant} if that is what it should be.`,
  }
}

function nearest(name: string): string | undefined {
  const slips = name.length < LONG_NAME ? 1 : 2
  return VARIABLE_NAMES.find((ours) => editDistance(name.toUpperCase(), ours) <= slips)
}

/** Levenshtein distance: letters to add, drop or change until `a` is `b`. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
