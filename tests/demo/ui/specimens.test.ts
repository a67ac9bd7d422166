import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SPECIMENS } from '#demo/ui/specimens.tsx'

const COMPONENTS = join(import.meta.dirname, '../../../src/client/ui')

test('the page of components has a specimen of each component', () => {
  const components = readdirSync(COMPONENTS).filter((file) => file.endsWith('.tsx'))
  const specimens = Object.keys(SPECIMENS).map((name) => `${name}.tsx`)
  expect(specimens.toSorted()).toEqual(components.toSorted())
})
