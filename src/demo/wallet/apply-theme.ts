/** `?theme=dark|light` wins over what the system prefers. */
export function applyTheme({ searchParams }: URL): void {
  const theme = searchParams.get('theme')
  if (theme !== null) document.documentElement.dataset['theme'] = theme
}
