/** Link that offers another link to the member's chats, on every client (core.telegram.org/widgets/share). */
export function shareLink(url: string): string {
  return `https://t.me/share/url?url=${encodeURIComponent(url)}`
}
