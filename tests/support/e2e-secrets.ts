import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import type { DemoStage } from './demo-stage.ts'

/** The whole initData, its form in the address, and its fields that only our server may see. */
export async function launchSecrets({ messenger }: Pick<DemoStage, 'messenger'>) {
  const url = new URL((await messenger.getByTestId('mini-app').getAttribute('src')) ?? '')
  const initData = new URLSearchParams(url.hash.slice(1)).get('tgWebAppData') ?? ''
  const fields = new URLSearchParams(initData)
  const secrets = ['hash', 'signature', 'query_id', 'user'].map((name) => fields.get(name) ?? '')
  expect(secrets).not.toContain('')
  return [initData, encodeURIComponent(initData), ...secrets]
}

export function expectNoneIn(secrets: readonly string[], text: string): void {
  for (const secret of secrets) expect(text).not.toContain(secret)
}

/** The scripts of the demo's build that contain this text. */
export async function scriptsWith(text: string): Promise<string[]> {
  const directory = join(inject('demoBuild').client, 'assets')
  const files = (await readdir(directory)).filter((file) => file.endsWith('.js'))
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))
  return files.filter((_, index) => texts[index]?.includes(text))
}
