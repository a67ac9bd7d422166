import { CardScreen } from '#client/screens/card/card-screen.tsx'
import { RequestScreen } from '#client/screens/request/request-screen.tsx'

/** Screens that links lead to. In one chunk, so that the first script names few chunks. */
export const linkScreens = { card: CardScreen, request: RequestScreen }
