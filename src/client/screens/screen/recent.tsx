import { formatRecent } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useServices } from '../context/use-services.ts'
import { useIsLive } from './use-is-live.ts'

const WIDTH = 10

/** A moment, in the reader's time zone. The server does not know that, so its pages have a placeholder. */
export function Recent({ at }: { at: string }) {
  const { now } = useServices()
  const { language } = useLocalization()
  return useIsLive() ? (
    <time dateTime={at}>{formatRecent(language, at, now())}</time>
  ) : (
    <Skeleton width={WIDTH} />
  )
}
