import { join } from 'node:path'

/** Everything except the Mini App: folders of pages, and the scripts that simulate client and phone in it. */
export type DemoPages = {
  messenger: string
  wallet: string
  evmWallet: string
  /** Every component of the Mini App in every state. */
  ui: string
} & DemoScripts

/** Classic scripts for the Mini App's page. */
export type DemoScripts = { clientScript: string; phoneScript: string }

/** The Mini App in the form in which the demo serves it. */
export type DemoClient = {
  /** Folder of the Mini App. */
  client: string
  /** The module that renders its first screens. */
  prerender: string
}

export type DemoBuild = DemoPages & DemoClient

export function demoPages(directory: string): DemoPages {
  return {
    messenger: join(directory, 'messenger'),
    wallet: join(directory, 'wallet'),
    evmWallet: join(directory, 'evm-wallet'),
    ui: join(directory, 'ui'),
    clientScript: join(directory, 'client-script/script.js'),
    phoneScript: join(directory, 'phone-script/script.js'),
  }
}

/** @param hasEvm false for the build that is served where the operator's policy is `off` */
export function demoClient(directory: string, hasEvm: boolean): DemoClient {
  const suffix = hasEvm ? '' : '-without-evm'
  return {
    client: join(directory, `client${suffix}`),
    prerender: join(directory, `prerender${suffix}/prerender.js`),
  }
}
