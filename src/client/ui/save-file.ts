type SavedFile = { name: string; /** Media type. */ type: string; text: string }

/** Hands a file to the browser, which puts it where it puts downloads. Call inside the tap. */
export function saveFile({ name, type, text }: SavedFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
