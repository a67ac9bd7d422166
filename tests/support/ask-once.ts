import { once } from 'node:events'
import { get, IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { inject } from 'vitest'

type MadeThing = 'sqlite' | 'postgres' | 'package'

const answers = new Map<MadeThing, Promise<string>>()

/** @returns where it is: the path of a file, or the address of a database */
export function askOnce(what: MadeThing): Promise<string> {
  const asked = answers.get(what) ?? ask(what)
  answers.set(what, asked)
  return asked
}

/** Uses Node's HTTP client, because the `fetch` of a test with a page is limited to the page's origin. */
async function ask(what: MadeThing): Promise<string> {
  const request = get(`${inject('onceUrl')}/${what}`)
  const [response] = v.parse(
    v.tuple([v.instance(IncomingMessage)]),
    await once(request, 'response'),
  )
  const answer = await text(response)
  if (response.statusCode !== 200) throw new Error(`the run has no ${what}: ${answer}`)
  return answer
}
