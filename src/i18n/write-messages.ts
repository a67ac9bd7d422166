import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTypes } from './write-types.ts'

/* Run it after a change of keys or parameters in `en.json`: `npx tsx src/i18n/write-messages.ts`. */
writeFileSync(join(import.meta.dirname, 'messages.ts'), writeTypes())
