/**
 * Whether an import that could not be fetched may be tried again on the same page. WebKit may; Chromium and Firefox keep the
 * failure (whatwg/html#6768), so they fetch the files before. Without a cache on the disk, WebKit would request them twice.
 */
export function canImportAgain(): boolean {
  return navigator.vendor.startsWith('Apple')
}

/** How Chromium and Firefox, and WebKit, say that they could not fetch a module. What the module itself throws says other things. */
const NOT_FETCHED = /dynamically imported module|module script failed/i

/** Whether an import failed on its way, and not in the module. */
export function isNotFetched(error: unknown): boolean {
  return error instanceof TypeError && NOT_FETCHED.test(error.message)
}
