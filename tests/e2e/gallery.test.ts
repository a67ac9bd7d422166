import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { galleryPage, type PicturedScreen } from '#tests/gallery/gallery-page.ts'
import { pictureFonts } from '#tests/gallery/picture-fonts.ts'
import { takePictures } from '#tests/gallery/take-pictures.ts'
import { walkIn, WAYS } from '#tests/support/walk-findings.ts'

/** Folder into which `npm run gallery` wants the page and its pictures. */
const { CLASP_GALLERY } = process.env

const FOLDER = 'pictures'

/** The longest time that some two hundred pictures may take on a slow machine. */
const TIMEOUT_MS = 1_500_000

test.runIf(CLASP_GALLERY !== undefined)(
  'the gallery has a picture of every screen',
  async () => {
    const ways = Object.values(WAYS)
    const gallery = CLASP_GALLERY ?? ''
    const pictured: PicturedScreen[] = []
    const script = await pictureFonts()
    const visit = async (screen: Parameters<typeof takePictures>[0]) => {
      const variants = await takePictures(screen, join(gallery, FOLDER))
      pictured.push({ name: screen.name, title: screen.title, variants })
    }
    for (const way of ways) await walkIn(way, { script, visit })
    await writeFile(join(gallery, 'gallery.md'), galleryPage(pictured, FOLDER))
    expect(pictured).toHaveLength(ways.flatMap(({ screens }) => screens).length)
  },
  TIMEOUT_MS,
)
