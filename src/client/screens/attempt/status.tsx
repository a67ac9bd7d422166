import { useAnnounce } from '../screen/use-announce.ts'

type Props = {
  text: string
  /** It has taken too long. @default false */
  isStrong?: boolean
}

/** The current state, shown and announced. */
export function Status({ text, isStrong = false }: Props) {
  useAnnounce(text)
  return (
    <p className={isStrong ? 'status status-strong' : 'status'} key={text}>
      {text}
    </p>
  )
}
