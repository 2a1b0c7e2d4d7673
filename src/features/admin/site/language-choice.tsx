import { siteForm } from '#messages/site-settings.js'
import type { SiteSettings } from '#shared/site.ts'
import { ChoiceCard } from './site-fields'
import type { SiteLanguage } from './site-languages'
import { countWritten } from './site-values'

type Props = {
  /** The first one first. */
  languages: readonly SiteLanguage[]
  language: SiteLanguage | undefined
  /** What would be saved, by language. */
  translations: SiteSettings['translations']
  onChoose: (code: string | undefined) => void
}

/** The language whose texts the form shows. What was typed in the others stays. */
export function LanguageChoice({ languages, language, translations, onChoose }: Props) {
  const [first] = languages
  return (
    <fieldset className="mt-6">
      <legend className="mb-1.5 font-medium text-sm">{siteForm.languages.label}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {languages.map((each) => (
          <ChoiceCard
            key={each.code}
            name="language-of-texts"
            checked={each === (language ?? first)}
            onChange={() => onChoose(each === first ? undefined : each.code)}
            label={<bdi lang={each.code}>{each.name}</bdi>}
            effect={
              each === first
                ? siteForm.languages.all
                : siteForm.languages.written(countWritten(translations?.[each.code]))
            }
          />
        ))}
      </div>
      <p className="mt-2 max-w-[62ch] text-[13px] text-ink-faint leading-5">{siteForm.languages.hint}</p>
    </fieldset>
  )
}
