import type { BrowserName } from '@mdn/browser-compat-data'

/** The oldest version of each engine that the app runs in, by its name in MDN's data. Older ones read one sentence. */
export const FLOOR = [
  ['safari_ios', 15.4],
  ['chrome', 100],
  ['webview_android', 100],
  // The older of the extended support releases.
  ['firefox', 140],
] as const satisfies readonly (readonly [BrowserName, number])[]

/** The same for Vite. */
export const TARGET = ['ios15.4', 'chrome100', 'firefox140']
