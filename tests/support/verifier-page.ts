import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { makeTemporaryFolder } from './temporary-folder.ts'
import type { ProofVector } from './proof-vectors.ts'

/** Saves the built page on a disk until the test ends. Returns its address. */
export async function saveVerifierPage(html: string): Promise<string> {
  const path = join(await makeTemporaryFolder('verifier'), 'verify.html')
  await writeFile(path, html)
  return pathToFileURL(path).href
}

/** The vector that no page can be given: a set of keys, which a reader has, does not say until when a key was used. */
export const FORMER_KEY = 'login-after-former-key'

/** What is given to the page. */
export type GivenProof = Pick<ProofVector, 'document' | 'telegramKey' | 'loginKeys'>

/** What the page says, without the marks of direction. */
export const PageAnswerSchema = v.object({
  verdict: v.string(),
  paragraphs: v.array(v.string()),
  checks: v.array(v.object({ check: v.string(), result: v.string() })),
})

/** The body of an async function that gives such a document to the page, and returns what the page then says of it. */
export function judgeScript({ document, telegramKey, loginKeys }: GivenProof): string {
  return `
    const find = (selector) => document.querySelector(selector)
    const read = (selector) =>
      [...document.querySelectorAll(selector)].map((one) =>
        one.textContent.replace(/[\\u2066-\\u2069]/g, ''))
    find('#key').value = ${JSON.stringify(telegramKey ?? writeJwks(loginKeys))}
    find('#answer').replaceChildren()
    find('#text').value = ${JSON.stringify(document)}
    const answered = new Promise((resolve) =>
      new MutationObserver(resolve).observe(find('#answer'), { childList: true }))
    find('#text').dispatchEvent(new Event('input'))
    await answered
    return {
      verdict: find('#answer').className,
      paragraphs: read('#answer p:not(.note)'),
      checks: [...document.querySelectorAll('#answer li')].map((one) =>
        ({ check: one.querySelector('code').textContent.replace(/[\\u2066-\\u2069]/g, '').split(':')[0],
           result: one.className })),
    }`
}

/** The keys as a file that Telegram could serve; empty for none. */
function writeJwks(loginKeys: GivenProof['loginKeys']): string {
  return loginKeys === undefined ? '' : JSON.stringify({ keys: loginKeys.map(({ jwk }) => jwk) })
}
