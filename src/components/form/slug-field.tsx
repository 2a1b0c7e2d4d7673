import type { ComponentProps } from 'react'
import { useRef } from 'react'
import { FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'
import * as messages from '~/messages/en/form'
import { slugify } from '~/rules/catalogue-rules'

type Props = ComponentProps<typeof Input> & {
  error: string | undefined
  /** Where the page will be, without the slug: `/tools/`. */
  base: string
  /** What name and slug hold now. */
  nameTyped: string
  slugTyped: string
}

/** The part of the address that is the page's own, with the address below it; asks for one where none can be made. */
export function SlugField({ error, base, nameTyped, slugTyped, ...input }: Props) {
  const hint =
    slugTyped.trim() === '' && nameTyped.trim() !== ''
      ? messages.noSlugOfName
      : messages.pageAddress(`${base}${slugTyped.trim() || '...'}`)
  return (
    <FormField label={messages.slug} error={error} hint={hint} live>
      {(wiring) => (
        <Input
          {...input}
          {...wiring}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      )}
    </FormField>
  )
}

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
