/** Attribute with the text of a screen's main action, where the server has drawn the screen for its reader. */
export const MAIN_ACTION = 'data-main-action'
/** Stands for a date in the texts of a picture's `time`: `data-today`, `data-yesterday` and `data-earlier`, for each day that it may be. */
export const DATE = '{date}'
