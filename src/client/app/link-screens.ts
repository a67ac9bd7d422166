import { CardScreen } from '#client/screens/card/card-screen.tsx'
import { RequestScreen } from '#client/screens/request/request-screen.tsx'

/** Screens that links lead to. In one chunk: the first script names as few as it can. */
export const linkScreens = { card: CardScreen, request: RequestScreen }
