import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { importPart } from '#client/parts/part.ts'
import { loadPart } from '#client/parts/load-part.ts'

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
  delete dataset['broken']
  for (const element of document.head.querySelectorAll('script,link')) element.remove()
})

const importIt = async () => 'the part'
/** As Chromium, Firefox and WebKit say it. */
const NOT_FETCHED = [
  'Failed to fetch dynamically imported module: https://clasp.example/a.js',
  'error loading dynamically imported module: https://clasp.example/a.js',
  'Importing a module script failed.',
]
const failToImport = () => Promise.reject(new TypeError(NOT_FETCHED[2]))
const useWebKit = () => vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.')

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

test.each(NOT_FETCHED)(
  'an import that is refused although its files are here marks the page as stale: %s',
  async (message) => {
    await expect(
      loadPart(() => Promise.reject(new TypeError(message)), ['/refused.js']),
    ).rejects.toThrow(message)
    expect(dataset['stale']).toBe('')
    expect(dataset['broken']).toBeUndefined()
  },
)

test.each(['Chromium', 'WebKit'])(
  'a part that throws is no loss of the network: %s',
  async (engine) => {
    if (engine === 'WebKit') useWebKit()
    const imports = vi.fn(() => Promise.reject(new TypeError('URL.canParse is not a function')))
    await expect(loadPart(imports, ['/throws.js'])).rejects.toThrow('canParse')
    expect(imports).toHaveBeenCalledTimes(1)
    expect([dataset['stale'], dataset['broken']]).toEqual(['', ''])
    await expect(importPart(imports)).rejects.toMatchObject({ code: 'internal' })
  },
)

describe('where a failed import may be tried again', () => {
  beforeEach(useWebKit)

  test('each file is requested once, by the import', async () => {
    expect(await loadPart(importIt, ['/apple-a.js', '/apple-b.js'])).toBe('the part')
    expect(requested).toEqual([])
  })

  test('a part that was lost is fetched, and imported again', async () => {
    const imports = vi.fn(importIt).mockRejectedValueOnce(new TypeError(NOT_FETCHED[2]))
    expect(await loadPart(imports, ['/apple-lost.js'])).toBe('the part')
    expect(requested).toEqual(['/apple-lost.js'])
  })

  test('a part that the server no longer has marks the page as stale', async () => {
    network = async () => new Response('no such file', { status: 404 })
    await expect(loadPart(failToImport, ['/apple-gone.js'])).rejects.toThrow('404')
    expect(dataset['stale']).toBe('')
  })

  test('without a network the next call tries again', async () => {
    const imports = vi.fn(importIt).mockRejectedValueOnce(new TypeError(NOT_FETCHED[2]))
    network = () => Promise.reject(new TypeError('Load failed'))
    await expect(loadPart(imports, ['/apple-off.js'])).rejects.toThrow('Load failed')
    expect(dataset['stale']).toBeUndefined()
    expect(await loadPart(imports, ['/apple-off.js'])).toBe('the part')
  })
})

test('what the page itself contains is not requested', async () => {
  document.head.innerHTML = '<script type="text/plain" src="/entry.js"></script>'
  expect(await loadPart(importIt, ['/entry.js'])).toBe('the part')
  expect(requested).toEqual([])
})
