import { closeFrame, isFramed } from '#demo/wallet/frame.ts'

/** Gives the screen back to the app; a window that an app opened closes itself. */
export function leave(): void {
  if (isFramed()) closeFrame()
  else window.close()
}
