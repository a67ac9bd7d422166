/** Path of the call that opens a session. The page's first script sends it too, and must load nothing for it. */
export const SESSION_PATH = '/api/session'
