import { useAnnounce } from '../use-announce.ts'

type Props = {
  text: string
  /** Something has taken too long. @default false */
  isStrong?: boolean
}

/** Where things stand, seen and said. */
export function Status({ text, isStrong = false }: Props) {
  useAnnounce(text)
  return (
    <p className={isStrong ? 'status status-strong' : 'status'} key={text}>
      {text}
    </p>
  )
}
