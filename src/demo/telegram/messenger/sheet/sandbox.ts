/** What a Mini App's iframe may do, as Telegram Web A sets it. */
export const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-forms allow-modals allow-storage-access-by-user-activation'
