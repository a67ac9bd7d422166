interface ImportMetaEnv {
  /** Origin of the page that plays Telegram; set in the demo's build and nowhere else. */
  readonly VITE_HOST_ORIGIN: string
}
