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
