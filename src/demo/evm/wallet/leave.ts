import { closeFrame, isFramed } from '#demo/wallet/frame.ts'

/** Returns the screen to the app. A separate tab stays open, so that the person can paste another link. */
export function leave(): void {
  if (isFramed()) closeFrame()
}
