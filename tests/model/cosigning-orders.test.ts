import { test } from 'vitest'
import { RUNS, search } from './search.ts'

test('every order of events that the search finds with owners of a multisig leads where the rules say', async () => {
  await search('owners', RUNS)
}, 300_000)
