import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { RenderFirstScreen } from './http/shell.ts'

/** The built Mini App. */
export type ClientBuild = {
  /** Folder with the hashed assets. */
  directory: string
  /** The built `index.html`. */
  template: string
  renderFirstScreen: RenderFirstScreen
}

/** The module `src/client/prerender.tsx`, built or loaded. */
export const PrerenderSchema = v.object({
  renderFirstScreen: v.custom<RenderFirstScreen>((value) => typeof value === 'function'),
})

/**
 * @param client folder of the built client
 * @param prerender the built module that renders the first screens
 */
export async function readClientBuild(build: {
  client: string
  prerender: string
}): Promise<ClientBuild> {
  const prerender: unknown = await import(pathToFileURL(build.prerender).href)
  return {
    directory: build.client,
    template: await readFile(join(build.client, 'index.html'), 'utf8'),
    renderFirstScreen: v.parse(PrerenderSchema, prerender).renderFirstScreen,
  }
}
