import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPart } from '#client/load-part.ts'

const { dataset } = document.documentElement
/** Answers the requests of a test. */
let network: (path: string) => Promise<Response>
let requested: string[] = []

beforeEach(() => {
  requested = []
  network = async () => new Response('export {}')
  vi.stubGlobal('fetch', (path: string) => {
    requested.push(path)
    return network(path)
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  delete dataset['stale']
  for (const element of document.head.querySelectorAll('script,link')) element.remove()
})

const importIt = async () => 'the part'
const failToImport = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('a part is imported after all its files have arrived, and its files are requested once', async () => {
  const files = ['/once-a.js', '/once-b.js']
  expect(await Promise.all([loadPart(importIt, files), loadPart(importIt, files)])).toEqual([
    'the part',
    'the part',
  ])
  await loadPart(importIt, ['/once-b.js', '/once-c.js'])
  expect(requested).toEqual(['/once-a.js', '/once-b.js', '/once-c.js'])
})

test('without a network nothing is imported, and the next call requests what is missing', async () => {
  const imports = vi.fn(importIt)
  network = async (path) => {
    if (path === '/lost.js') throw new TypeError('Failed to fetch')
    return new Response('export {}')
  }
  await expect(loadPart(imports, ['/kept.js', '/lost.js'])).rejects.toThrow(TypeError)
  expect(imports).not.toHaveBeenCalled()
  expect(dataset['stale']).toBeUndefined()
  network = async () => new Response('export {}')
  requested = []
  expect(await loadPart(imports, ['/kept.js', '/lost.js'])).toBe('the part')
  expect(requested).toEqual(['/lost.js'])
})

test('a part is imported on a device that wrongly believes to be offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await loadPart(importIt, ['/online.js'])).toBe('the part')
})

test('a body that ends in the middle counts as a lost network', async () => {
  network = async () =>
    new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network')) }))
  await expect(loadPart(importIt, ['/cut.js'])).rejects.toThrow('network')
  expect(dataset['stale']).toBeUndefined()
})

test('a file that the server no longer has marks the page as stale', async () => {
  network = async () => new Response('no such file', { status: 404 })
  await expect(loadPart(importIt, ['/gone.js'])).rejects.toThrow('/gone.js: 404')
  expect(dataset['stale']).toBe('')
})

test('an import that fails although its files are here marks the page as stale', async () => {
  await expect(loadPart(failToImport, ['/broken.js'])).rejects.toThrow('dynamically imported')
  expect(dataset['stale']).toBe('')
})

test('what the page itself contains is not requested', async () => {
  document.head.innerHTML = '<script type="text/plain" src="/entry.js"></script>'
  expect(await loadPart(importIt, ['/entry.js'])).toBe('the part')
  expect(requested).toEqual([])
})
