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

/** The first two letters of a name, uppercased: what stands for a logo that is missing. */
export function initials(name: string): string {
  const [first = '', second = ''] = name
  return (first + second).toUpperCase()
}

/** How many tints there are for a missing logo; `logo-box` has their colours. */
const TINTS = 10

/** The tint of a name's initials: always the same one for the same name, so that tools are told apart at a glance. */
export function tintOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % TINTS
}
