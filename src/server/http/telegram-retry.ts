/** Seconds after which to ask again what Telegram has not told. */
export const TELEGRAM_RETRY_S = 5
