/** Seconds to wait before a retry when Telegram did not say. */
export const TELEGRAM_RETRY_S = 5
