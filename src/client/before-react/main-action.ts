/** Attribute with the text of a screen's main action, where the server has drawn the screen for its reader. */
export const MAIN_ACTION = 'data-main-action'
