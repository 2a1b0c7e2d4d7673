/**
 * Makes a slug from a name (specification, section 5): lower case, every run
 * of characters other than letters a-z and digits becomes one hyphen, no
 * hyphen at either end. The result is empty for a name without any of them.
 */
export function slugify(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
