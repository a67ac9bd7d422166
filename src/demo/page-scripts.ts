import { readFile } from 'node:fs/promises'

/**
 * Elements with the scripts that simulate client and phone, for the place before all others of the page.
 *
 * @param files of `DemoScripts`
 * @param messengerUrl origin of the simulated Telegram
 */
export async function readPageScripts(
  files: readonly string[],
  messengerUrl: string,
): Promise<string> {
  const codes = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return codes
    .map((code) => `<script data-messenger="${messengerUrl}">${code.trim()}</script>`)
    .join('')
}
