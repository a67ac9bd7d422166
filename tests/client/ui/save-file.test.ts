import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from '#client/ui/save-file.ts'
import { canSaveFiles } from '#client/screens/actions/can-save-files.ts'

afterEach(() => void vi.restoreAllMocks())

test('the browser saves the file under its name, and its address is revoked', async () => {
  const saved: string[] = []
  const given = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const back = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.download} ${this.href}`)
  })
  saveFile({ name: 'clasp.csv', type: 'text/csv', text: 'a,b\r\n' })
  expect(saved).toEqual(['clasp.csv blob:file'])
  const [blob] = given.mock.calls[0] ?? []
  expect(blob).toMatchObject({ size: 5, type: 'text/csv' })
  await vi.waitFor(() => expect(back).toHaveBeenCalledWith('blob:file'))
})

test.each(['ios', 'android', 'tdesktop', 'macos'] as const)(
  'a page in the web view of %s cannot save files',
  (platform) => expect(canSaveFiles(platform)).toBe(false),
)

test('a page in a frame cannot save files, and a page in a browser’s own tab can', () => {
  expect(canSaveFiles('web')).toBe(true)
  vi.spyOn(window, 'parent', 'get').mockReturnValue(new Window())
  expect(canSaveFiles('web')).toBe(false)
})
