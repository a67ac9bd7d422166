import { writeFile } from 'node:fs/promises'
import { ATTACKS_FILE, listAttacks, listTests } from './list-attacks.ts'

await writeFile(ATTACKS_FILE, listAttacks(await listTests()))
