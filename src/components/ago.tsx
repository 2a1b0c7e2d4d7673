import { ago } from '~/lib/ago'
import { toMachineTime } from '~/lib/dates'

type Props = {
  at: string
  /** Makes a sentence of it. */
  say?: (given: { ago: string }) => string
  className?: string
}

/** How long ago something was, in words. */
export function Ago({ at, say = (given) => given.ago, className }: Props) {
  return (
    <time dateTime={toMachineTime(at)} className={className}>
      {say({ ago: ago(at) })}
    </time>
  )
}
