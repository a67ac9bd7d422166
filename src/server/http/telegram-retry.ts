/** Seconds to wait before a retry when Telegram did not tell. */
export const TELEGRAM_RETRY_S = 5
