import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

const pages = ['README.md', 'CHANGELOG.md']
  .concat(
    readdirSync(join(ROOT, 'docs'), { encoding: 'utf8', recursive: true }).map(
      (name) => `docs/${name}`,
    ),
  )
  .filter((page) => page.endsWith('.md'))

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8')

/** A page without its code, in which nothing is a link or a heading. */
const withoutCode = (text: string) =>
  text
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`\]?/g, (code) => (code.endsWith(']') ? ']' : ''))

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): string[] {
  const headings = read(page)
    .replaceAll(/^```[^]*?^```$/gm, '')
    .matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function findBrokenLinks(page: string): string[] {
  const links = [...withoutCode(read(page)).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)]
  return links
    .filter(([, path = '', anchor]) => {
      const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path))
      if (!existsSync(join(ROOT, target))) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
    })
    .map(([link]) => link)
}

test.each(pages)('every link of %s leads to a file, and to one of its headings', (page) => {
  expect(findBrokenLinks(page)).toEqual([])
})
