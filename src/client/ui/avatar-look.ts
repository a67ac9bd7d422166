const COLORS = 7

/** The name decides the colour: it is all that every screen with the person knows. */
export function getAvatarClass(name: string): string {
  const sum = Array.from(name).reduce((total, char) => total + (char.codePointAt(0) ?? 0), 0)
  return `avatar avatar-${sum % COLORS}`
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
