/** Codes of this version begin with a letter, `1_`. */
const PREFIX_LENGTH = 3

/** The code that leads to a group's door. @param id of the chat, ours */
export const doorCode = (id: string) => `d1_${id}`

/** The code that leads to a request to join. */
export const joinCode = (id: string) => `j1_${id}`

/** The id in either of them. */
export const getCodeId = (code: string) => code.slice(PREFIX_LENGTH)
