import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PLANTS, putPlant } from './plants.ts'

const PROJECT = join(import.meta.dirname, '../..')

test.each(PLANTS)('there is a place for the planted defect: $name', async (plant) => {
  const source = await readFile(join(PROJECT, plant.file), 'utf8')
  expect(putPlant(source, plant)).not.toBe(source)
})
