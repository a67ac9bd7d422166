import * as v from 'valibot'
import { getCodePath } from '#shared/code-path.ts'
import type { DrawnLink } from '#shared/drawn-link.ts'
import type { TestServer } from './test-server.ts'

export const DrawnLinkSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.custom<DrawnLink>((value) => v.is(v.looseObject({ path: v.string() }), value)),
)

/** What the server draws of a link: the test's server writes that into the page. */
export async function readDrawn({ app }: TestServer, code: string): Promise<DrawnLink> {
  const page = await (await app.request(getCodePath(code))).text()
  const [, drawn] = /<template id="link".*?><p>(.*?)<\/p>/u.exec(page) ?? []
  return v.parse(DrawnLinkSchema, drawn)
}
