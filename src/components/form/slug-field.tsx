import type { ComponentProps } from 'react'
import { useRef } from 'react'
import * as messages from '#messages/form.js'
import { slugify } from '#shared/catalogue-rules.ts'
import { TOOL } from '#shared/tool-fields.ts'
import { FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'

type Props = ComponentProps<typeof Input> & {
  error: string | undefined
  /** The URL of the page without the slug: `/tools/`. */
  base: string
  /** The current values of name and slug. */
  nameTyped: string
  slugTyped: string
}

/** The slug field, with the resulting URL below; asks for a slug when none can be made from the name. */
export function SlugField({ error, base, nameTyped, slugTyped, ...input }: Props) {
  const hint =
    slugTyped.trim() === '' && nameTyped.trim() !== ''
      ? messages.noSlugOfName
      : messages.pageAddress({ address: `${base}${slugTyped.trim() || '...'}` })
  return (
    <FormField label={TOOL.slug.name} error={error} hint={hint} live>
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
 * Section 5: the slug of a new entity follows its name until it is edited. Returns handlers for changes of either
 * field; `write` sets the slug in the form.
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
