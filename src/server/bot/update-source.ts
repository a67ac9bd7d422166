/** Kinds of updates that the bot requests from Telegram. */
export const ALLOWED_UPDATES: (
  | 'message'
  | 'callback_query'
  | 'my_chat_member'
  | 'inline_query'
  | 'chosen_inline_result'
  | 'chat_join_request'
)[] = [
  'message',
  'callback_query',
  'my_chat_member',
  'inline_query',
  'chosen_inline_result',
  'chat_join_request',
]

/** How the bot receives updates: by webhook, by long polling, or not at all. */
export interface UpdateSource {
  start(): Promise<void>
  /** Answers a request to the webhook route; 404 unless updates come by webhook. */
  receive(request: Request): Promise<Response>
  /** Whether updates arrive; true where none are expected. */
  isReady(): boolean
  /** Takes no more updates and waits for those under way. */
  stop(): Promise<void>
}

/** Updates stay with the operator's own running bot: this one requests none and takes none. */
export const NO_UPDATES: UpdateSource = {
  start: () => Promise.resolve(),
  receive: () => Promise.resolve(new Response(null, { status: 404 })),
  isReady: () => true,
  stop: () => Promise.resolve(),
}
