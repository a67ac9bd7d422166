type SavedFile = { name: string; /** Media type. */ type: string; text: string }

/** Gives a file to the browser as a download. Call inside the tap. */
export function saveFile({ name, type, text }: SavedFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
