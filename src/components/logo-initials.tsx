import { initials, tintOf } from '~/lib/initials'

type Props = {
  name: string
  /** What the specification has in place of a missing logo, for those who do not see the initials. */
  text?: string | undefined
}

/** In place of a logo that is missing: the name's initials on a tint of its own. It fills the box around it. */
export function LogoInitials({ name, text }: Props) {
  return (
    <>
      <span aria-hidden="true" className="logo-initials" data-tint={tintOf(name)}>
        {initials(name)}
      </span>
      {text && <span className="sr-only">{text}</span>}
    </>
  )
}
