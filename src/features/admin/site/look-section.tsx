import { siteForm, siteLogoWords } from '#messages/site-settings.js'
import { LogoField } from '~/components/logos/logo-field'
import { AccentFields } from './accent-fields'
import { FormSection, type SiteFormApi } from './site-fields'
import type { Picture } from './site-values'
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
            words={siteLogoWords[picture]}
            picture={
              addresses[picture] ? (
                <img
                  src={addresses[picture]}
                  alt={siteLogoWords[picture].label}
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
