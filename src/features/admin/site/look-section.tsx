import { useId, useRef } from 'react'
import { siteForm, siteLogoWords } from '#messages/site-settings.js'
import { measureAccent, nearestAccent } from '#shared/accent.ts'
import { type AccentTheme, DEFAULT_ACCENT } from '#shared/accent-css.ts'
import { FormField } from '~/components/form-field'
import { LogoField } from '~/components/logos/logo-field'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { siteFields } from './setting-words'
import { FormSection, type SiteFormApi } from './site-fields'
import { isColor, type Picture } from './site-values'
import type { useSiteForm } from './use-site-form'

type Props = Pick<ReturnType<typeof useSiteForm>, 'known' | 'pictures' | 'choosePicture' | 'upload'> & {
  form: SiteFormApi
  /** The URL of each picture after saving. */
  addresses: Record<Picture, string | null>
}

/** Logo, icon and accents. */
export function LookSection({ form, known, pictures, choosePicture, upload, addresses }: Props) {
  return (
    <FormSection title={siteForm.sections.look} hint={siteForm.sections.lookHint}>
      <div className="grid items-start gap-x-6 gap-y-[22px] sm:grid-cols-2">
        {(['logo_path', 'icon_path'] as const).map((picture) => (
          <LogoField
            key={picture}
            stored={known.settings[picture]}
            label={siteFields[picture]}
            words={{ ...siteLogoWords[picture], uploaded: siteForm.uploaded }}
            picture={
              addresses[picture] ? (
                <img
                  src={addresses[picture]}
                  alt={siteFields[picture]}
                  className={
                    picture === 'logo_path' ? 'h-16 max-w-full object-contain' : 'size-16 object-contain'
                  }
                />
              ) : (
                <span className="grid h-16 place-items-center text-[13px] text-ink-faint">
                  {siteLogoWords[picture].none}
                </span>
              )
            }
            choice={pictures[picture]}
            onChoice={(choice) => choosePicture(picture, choice)}
            share={upload?.picture === picture ? upload.share : null}
          />
        ))}
      </div>
      <AccentFields form={form} />
    </FormSection>
  )
}

/** Suggested accents that pass in the light theme; the dark one is computed. */
const SUGGESTIONS = [
  '#c83314',
  '#a1471a',
  '#7a5b00',
  '#1f6f43',
  '#0f6b75',
  '#1d5fbf',
  '#5b47c7',
  '#8e3a9d',
  '#b3265e',
  '#3d4654',
]

/** The accents of both themes: typed, picked or suggested, with their contrast. */
function AccentFields({ form }: { form: SiteFormApi }) {
  const { accent_light: light, accent_dark: dark } = form.watch()
  // The dark accent follows the light one until it is chosen by hand.
  const follows = useRef(dark === '' || (isColor(light) && dark === nearestAccent(light, 'dark')))

  function choose(theme: AccentTheme, color: string) {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    form.setValue(`accent_${theme}`, color, options)
    if (theme === 'dark') follows.current = color === ''
    else if (follows.current && (isColor(color) || color === ''))
      form.setValue('accent_dark', color && nearestAccent(color.trim(), 'dark'), options)
  }

  function take(color: string) {
    follows.current = true
    choose('light', color === DEFAULT_ACCENT.light ? '' : color)
  }

  return (
    <fieldset>
      <legend className="font-medium text-sm">{siteForm.accents}</legend>
      <p className="mt-0.5 text-[13px] text-ink-faint leading-5">{siteForm.accentHint}</p>
      <div className="mt-3 flex flex-wrap gap-1.5">
        {SUGGESTIONS.map((color) => (
          <button
            key={color}
            type="button"
            aria-label={siteForm.use({ color })}
            aria-pressed={color === (light || DEFAULT_ACCENT.light)}
            title={color}
            onClick={() => take(color)}
            style={{ backgroundColor: `light-dark(${color},${nearestAccent(color, 'dark')})` }}
            className="size-8 forced-color-adjust-none rounded-full border-2 border-surface outline-1 outline-line transition-shadow hover:outline-line-strong aria-pressed:outline-2 aria-pressed:outline-ink pointer-coarse:size-11"
          />
        ))}
      </div>
      <div className="mt-4 grid gap-x-6 gap-y-[22px] sm:grid-cols-2">
        <AccentField form={form} theme="light" typed={light} onChoose={(color) => choose('light', color)} />
        <AccentField form={form} theme="dark" typed={dark} onChoose={(color) => choose('dark', color)} />
      </div>
    </fieldset>
  )
}

type FieldProps = {
  form: SiteFormApi
  theme: AccentTheme
  typed: string
  onChoose: (color: string) => void
}

function AccentField({ form, theme, typed, onChoose }: FieldProps) {
  const field = `accent_${theme}` as const
  const label = siteFields[field]
  const pickerId = useId()
  const color = typed.trim().toLowerCase()
  const measured = isColor(color) ? measureAccent(color, theme) : undefined
  const nearest = measured && !measured.passes ? nearestAccent(color, theme) : undefined
  const mistake =
    nearest && measured
      ? siteForm.accentFails({ contrast: measured.contrast, nearest })
      : form.formState.errors[field]?.message
  return (
    <div>
      <FormField
        label={label}
        error={mistake}
        hint={measured ? siteForm.passes({ contrast: measured.contrast }) : siteForm.default}
        live
      >
        {(wiring) => (
          <div className="flex gap-2">
            <input
              id={pickerId}
              type="color"
              aria-label={siteForm.pick({ label })}
              value={isColor(color) ? color : DEFAULT_ACCENT[theme]}
              onChange={({ target }) => onChoose(target.value)}
              className="size-11 shrink-0 rounded-control border border-line-strong bg-surface p-1 [&::-webkit-color-swatch-wrapper]:p-0 [&::-webkit-color-swatch]:rounded-md [&::-webkit-color-swatch]:border-0"
            />
            <Input
              {...wiring}
              {...form.register(field, { onChange: ({ target }) => onChoose(target.value) })}
              placeholder={DEFAULT_ACCENT[theme]}
              autoComplete="off"
              spellCheck={false}
              className="font-mono tabular-nums"
            />
          </div>
        )}
      </FormField>
      {nearest && (
        <Button variant="quiet" size="sm" className="mt-2" onClick={() => onChoose(nearest)}>
          <span className="size-3.5 rounded-full" style={{ backgroundColor: nearest }} aria-hidden="true" />
          {siteForm.use({ color: nearest })}
        </Button>
      )}
    </div>
  )
}
