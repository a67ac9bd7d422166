import { closeFrame, isFramed } from '#demo/wallet/frame.ts'

/** Gives the screen back to the app. A tab of its own stays: who pasted a link is done with it, and may paste another. */
export function leave(): void {
  if (isFramed()) closeFrame()
}
