import type { Language } from '#shared/languages.ts'
import { renderLink } from '#client/prerender.tsx'
import type { AppServer } from './app-server.ts'
import { readDrawn } from './read-drawn.ts'

/** The picture that the server puts into the page of a link. */
export async function drawPicture(
  { server, boot }: AppServer,
  code: string,
  language: Language = 'en',
): Promise<string> {
  return renderLink({ ...boot, language }, await readDrawn(server, code))
}
