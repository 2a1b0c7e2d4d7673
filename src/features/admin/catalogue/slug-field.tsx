import type { ComponentProps } from 'react'
import { FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'

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
      ? 'No slug can be made of this name. Please type one.'
      : `The page's address: ${base}${slugTyped.trim() || '...'}`
  return (
    <FormField label="Slug" error={error} hint={hint} live>
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
