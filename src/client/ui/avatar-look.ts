const COLORS = 7

/** @param number decides the colour */
export function getAvatarClass(number: number): string {
  return `avatar avatar-${number % COLORS}`
}

/** Without characters that nobody sees, some of which turn the text beside them. */
export function getInitials(name: string): string {
  const visible = name.replace(/\p{Cf}/gu, '')
  const words = visible.trim().split(/\s+/u).slice(0, 2)
  return words
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase()
}
