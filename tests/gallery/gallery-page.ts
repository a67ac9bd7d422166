import { VARIANTS, type Variant } from './take-pictures.ts'

/** A screen with the variants in which there are pictures of it. */
export type PicturedScreen = { name: string; title: string; variants: readonly Variant[] }

const HEADINGS: Record<Variant, string> = {
  light: 'light',
  dark: 'dark',
  rtl: 'right to left',
  small: '320 px',
  fullscreen: 'fullscreen',
  desktop: 'desktop',
}

/** Width of a picture in the table, CSS px. */
const WIDTH = 150

/** The gallery as a page. @param folder where the pictures are, seen from the page */
export function galleryPage(screens: readonly PicturedScreen[], folder: string): string {
  const row = ({ name, title, variants }: PicturedScreen) => {
    const pictures = VARIANTS.map((variant) =>
      variants.includes(variant)
        ? `<img src="${folder}/${name}-${variant}.png" width="${WIDTH}" alt="${title}, ${HEADINGS[variant]}">`
        : '',
    )
    return `| ${[title, ...pictures].join(' | ')} |`
  }
  return [
    '# Gallery',
    '',
    'Every screen of the Mini App in the simulated Telegram of the demo. `npm run gallery` writes this page.',
    'Fonts are Inter and Vazirmatn, so that every machine takes the same pictures; the product is set in the system’s own font.',
    '',
    `| | ${VARIANTS.map((variant) => HEADINGS[variant]).join(' | ')} |`,
    `|---|${VARIANTS.map(() => '---|').join('')}`,
    ...screens.map(row),
    '',
  ].join('\n')
}
