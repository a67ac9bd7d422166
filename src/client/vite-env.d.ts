interface ImportMetaEnv {
  /** Origin of the page that plays Telegram; set in the demo's build and nowhere else. */
  readonly VITE_HOST_ORIGIN: string
}

/** Whether this build holds EVM wallets: false only in the one that is served where the owner's policy is `off`. */
declare const __EVM__: boolean
