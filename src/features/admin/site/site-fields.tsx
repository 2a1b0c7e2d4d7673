import { type ReactNode, useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { siteFields, siteForm } from '#messages/site-settings.js'
import { lengthOf } from '#shared/catalogue-rules.ts'
import type { SiteVariable } from '#shared/site.ts'
import { FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'
import { SectionTitle } from '~/components/ui/section-title'
import { Textarea } from '~/components/ui/textarea'
import type { PublishedSettings, SiteValues, TextField } from './site-values'

export type SiteFormApi = UseFormReturn<SiteValues, unknown, PublishedSettings>

/** A section of the form. */
export function FormSection({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="border-line border-t pt-8 not-first:mt-11 first:border-t-0 first:pt-0"
    >
      <SectionTitle id={id}>{title}</SectionTitle>
      <p className="mt-0.5 max-w-[60ch] text-pretty text-[13px] text-ink-faint leading-5">{hint}</p>
      <div className="mt-5 grid gap-[22px]">{children}</div>
    </section>
  )
}

type TextProps = {
  form: SiteFormApi
  field: TextField
  hint?: string
  /** The placeholder of an empty field. */
  placeholder?: string
  /** Maximum length; makes it a multi-line field. */
  limit?: number
  /** The environment variable that overrides the setting, and its value. */
  fixed?: { variable: SiteVariable; value: string } | undefined
}

/** A text setting: single-line, or multi-line with a `limit`. */
export function SiteText({ form, field, hint, placeholder, limit, fixed }: TextProps) {
  const label = siteFields[field]
  if (fixed)
    return (
      <FormField label={label} hint={siteForm.fixedBy({ variable: fixed.variable })}>
        {(wiring) => <Input {...wiring} disabled value={fixed.value} />}
      </FormField>
    )
  const input = { ...form.register(field), placeholder, autoComplete: 'off' }
  const length = limit === undefined ? 0 : lengthOf(form.watch(field).trim())
  return (
    <FormField
      label={label}
      error={form.formState.errors[field]?.message}
      hint={limit !== undefined && length > 0 ? `${hint ?? ''} ${length}/${limit}` : hint}
    >
      {(wiring) =>
        limit === undefined ? (
          <Input {...wiring} {...input} />
        ) : (
          <Textarea {...wiring} {...input} className="font-sans! text-base!" />
        )
      }
    </FormField>
  )
}
