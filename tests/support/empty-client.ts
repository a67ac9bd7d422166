import type { ClientBuild } from '#server/builds/client-build.ts'
import type { FindFile } from '#server/builds/client-files.ts'

const TEMPLATE =
  '<!doctype html><html lang="en" dir="ltr"><title>Clasp</title><script>early()</script><!--boot-->' +
  '<div><!--first-screen--></div><template><!--outside--></template><template><!--chooser--></template><template><!--waiting--></template><!--link--></html>'
const SCREENS = { home: '', chooser: '', outside: '', waiting: '' }

/** A client build with nothing in it. */
export function emptyClient(): ClientBuild {
  return {
    findFile: noFile,
    template: TEMPLATE,
    renderFirstScreen: () => SCREENS,
    renderLink: () => '',
    preloads: () => [],
    chooserPreloads: () => [],
    linkPreloads: () => [],
  }
}

/** Finds no file, for a server whose client has none. */
export const noFile: FindFile = () => Promise.resolve(null)
