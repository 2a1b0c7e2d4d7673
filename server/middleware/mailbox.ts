/** Providers that do not look at dots before the @, by the domains they are the same at. */
const WITHOUT_DOTS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/**
 * The mailbox an address leads to, as far as that can be told from it: for counting only, never to find an account or to
 * send something.
 */
export function mailboxOf(address: string): string {
  const whole = address.trim().toLowerCase()
  const at = whole.lastIndexOf('@')
  if (at === -1) return whole
  const domain = whole.slice(at + 1).replace(/\.$/, '')
  const name = whole.slice(0, at).replace(/(?<=.)\+.*$/s, '')
  const sameDomain = WITHOUT_DOTS.get(domain)
  return sameDomain ? `${name.replaceAll('.', '')}@${sameDomain}` : `${name}@${domain}`
}
