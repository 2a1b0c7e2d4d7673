import { useRef } from 'react'
import { slugify } from '~/rules/catalogue-rules'

/**
 * Section 5: the slug of something new follows its name until it is edited by hand. Gives what to call when either is
 * typed in; `write` puts a slug into the form.
 */
export function useSlugOfName(follows: boolean, write: (slug: string) => void) {
  const byHand = useRef(false)
  return {
    onNameTyped: (name: string) => {
      if (follows && !byHand.current) write(slugify(name))
    },
    onSlugTyped: () => {
      byHand.current = true
    },
  }
}
