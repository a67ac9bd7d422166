/* Screens that links lead to. In one chunk, so that the first script names few chunks. */
export { CardScreen } from '#client/screens/card/card-screen.tsx'
export { RequestScreen } from '#client/screens/request/request-screen.tsx'
