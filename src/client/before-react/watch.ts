import { watchStart } from './watch-start.ts'

/*
 * The page's first script: whatever the others meet, the page says so. The build lowers it to ES2015, and it calls only what
 * engines had then.
 */
watchStart()
