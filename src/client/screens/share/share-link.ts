/** Link that lets the member send another link to their chats, on every client (core.telegram.org/widgets/share). */
export function shareLink(url: string): string {
  return `https://t.me/share/url?url=${encodeURIComponent(url)}`
}
