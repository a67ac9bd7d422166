import { formatRecent } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useServices } from '../context/context.ts'
import { useIsLive } from './use-is-live.ts'

const WIDTH = 10

/** A moment, in the reader's time zone. The server does not know that: the page's first script fills its placeholder. */
export function Recent({ at }: { at: string }) {
  const { now } = useServices()
  const { language } = useLocalization()
  return (
    <time dateTime={at}>
      {useIsLive() ? formatRecent(language, at, now()) : <Skeleton width={WIDTH} />}
    </time>
  )
}
