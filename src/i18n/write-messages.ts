import { writeTypes } from './write-types.ts'

/* `npm run messages`, which `npm run check` starts with. Vite and the tests write the types too. */
writeTypes()
