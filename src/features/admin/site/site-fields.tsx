import { type ComponentProps, type ReactNode, useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { siteForm } from '#messages/site-settings.js'
import { lengthOf } from '#shared/catalogue-rules.ts'
import type { SiteVariable } from '#shared/site.ts'
import { FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'
import { SectionTitle } from '~/components/ui/section-title'
import { Textarea } from '~/components/ui/textarea'
import { siteFields } from './setting-words'
import type { SiteLanguage } from './site-languages'
import { type PublishedSettings, pathOf, type SiteValues, type TextField } from './site-values'

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
  /** The language the text is in; undefined: the first. */
  language?: SiteLanguage | undefined
  hint?: string
  /** The placeholder of an empty field. */
  placeholder?: string | undefined
  /** Maximum length; makes it a multi-line field. */
  limit?: number
  /** The environment variable that overrides the setting, and its value. */
  fixed?: { variable: SiteVariable; value: string } | undefined
}

/** A text setting: single-line, or multi-line with a `limit`. */
export function SiteText({ form, field, language, hint, placeholder, limit, fixed }: TextProps) {
  const label = siteFields[field]
  const path = pathOf(field, language)
  if (fixed)
    return (
      <FormField label={label} hint={siteForm.fixedBy({ variable: fixed.variable })}>
        {(wiring) => <Input {...wiring} disabled value={fixed.value} />}
      </FormField>
    )
  const input = { ...form.register(path), placeholder, lang: language?.code, autoComplete: 'off' }
  const length = limit === undefined ? 0 : lengthOf(form.watch(path).trim())
  return (
    <FormField
      label={label}
      error={form.getFieldState(path, form.formState).error?.message}
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

type CardProps = ComponentProps<'input'> & { label: ReactNode; effect: ReactNode }

/** One of several choices, with what it means. */
export function ChoiceCard({ label, effect, ...input }: CardProps) {
  return (
    <label className="flex gap-2.5 rounded-control border border-line bg-surface px-3.5 py-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft">
      <input {...input} type="radio" className="mt-0.5 size-4.5 shrink-0 accent-accent" />
      <span className="text-sm">
        <span className="block font-medium">{label}</span>
        <span className="block text-[13px] text-ink-soft leading-5">{effect}</span>
      </span>
    </label>
  )
}
