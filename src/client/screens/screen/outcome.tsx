import { Hero } from '../../ui/hero.tsx'
import type { IconShape } from '../../ui/first-icons.ts'
import { useAnnounce } from './use-announce.ts'

type Props = {
  icon: IconShape
  tone: 'plain' | 'success' | 'warning'
  title: string
  /** The sentence under the title. */
  text?: string | null | undefined
}

/** How something ended, shown and announced to screen readers. */
export function Outcome({ icon, tone, title, text }: Props) {
  useAnnounce(text == null ? title : `${title}. ${text}`)
  return (
    <Hero icon={icon} tone={tone} title={title}>
      {text ?? undefined}
    </Hero>
  )
}
