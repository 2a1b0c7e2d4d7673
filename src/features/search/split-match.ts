/**
 * Where a text matches a name, whatever the case: the name in three parts, the middle one matching. Null when it does
 * not match by this rule (the database may fold letters this one does not).
 */
export function splitMatch(
  name: string,
  text: string,
): [before: string, match: string, after: string] | null {
  const lowered = name.toLowerCase()
  // A letter whose lower case is longer than itself would put the match elsewhere.
  if (lowered.length !== name.length || text === '') return null
  const at = lowered.indexOf(text.toLowerCase())
  return at < 0 ? null : [name.slice(0, at), name.slice(at, at + text.length), name.slice(at + text.length)]
}
