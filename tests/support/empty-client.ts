import type { ClientBuild } from '#server/client-build.ts'

const TEMPLATE =
  '<!doctype html><html lang="en" dir="ltr"><title>Clasp</title><script>early()</script><!--boot-->' +
  '<div><!--first-screen--></div><template><!--outside--></template></html>'
const SCREENS = { home: '', outside: '', waiting: '' }

/** A client build with nothing in it. @param directory where its assets would be */
export function emptyClient(directory: string): ClientBuild {
  return { directory, template: TEMPLATE, renderFirstScreen: () => SCREENS, preloads: () => [] }
}
