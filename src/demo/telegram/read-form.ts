import { Buffer } from 'node:buffer'

/** Where a part of a form says its name, and that of its file. */
const PART =
  /content-disposition: *form-data; *name="([^"\r\n]*)"(?:; *filename="?([^"\r\n]*?)"?)?\r\n/gi

/**
 * Reads a multipart form. grammY writes its headers without spaces and quotes, which Telegram takes and the platform's
 * own reader does not.
 */
export async function readForm(request: Request): Promise<Record<string, string | File>> {
  const body = Buffer.from(await request.arrayBuffer()).toString('latin1')
  const written = body.replaceAll(PART, (_, name: string, file: string | undefined) => {
    const filename = file === undefined ? '' : `; filename="${file}"`
    return `Content-Disposition: form-data; name="${name}"${filename}\r\n`
  })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = await new Response(Buffer.from(written, 'latin1'), { headers }).formData()
  return Object.fromEntries(form)
}
