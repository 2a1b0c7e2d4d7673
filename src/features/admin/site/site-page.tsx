import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { siteSettings } from '#messages/admin-heads.js'
import { siteForm } from '#messages/site-settings.js'
import { resolveSite, SITE_DEFAULTS, type Site, TRANSLATABLE } from '#shared/site.ts'
import { ConflictDialog } from '~/components/form/conflict-dialog'
import { FormSkeleton } from '~/components/form/form-states'
import { useObjectUrl } from '~/components/logos/use-object-url'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Pending } from '~/components/ui/pending'
import { SectionHeading } from '~/components/ui/section-heading'
import { UnsavedChanges } from '~/components/unsaved-changes'
import { getEnvironment } from '~/lib/environment'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { asList } from '~/lib/name-lists'
import { pictureAddress } from '~/lib/site-reads-data'
import { DocumentsSection } from './documents-section'
import { FactsSection } from './facts-section'
import { Invitations } from './invitations'
import { LanguageChoice } from './language-choice'
import { LinksSection } from './links-section'
import { LookSection } from './look-section'
import { SignUpSection, TrustSection } from './rules-sections'
import { settingAt, settingName, settingWords } from './setting-words'
import { FormSection, SiteText } from './site-fields'
import { type OpenedSite, siteFormQueries } from './site-form-data'
import { SiteHistory } from './site-history'
import { type Picture, SITE_FIELDS, settingsIn, settingsOf, valuesOf } from './site-values'
import { useSiteForm } from './use-site-form'

type Props = {
  userId: string
  /** The site as it would look with these settings. */
  renderPreview: (site: Site) => ReactNode
}

/** The settings of the site: the form, a preview, and the published versions. */
export function SitePage(props: Props) {
  const { data, error, refetch } = useQuery(siteFormQueries.opened(props.userId))
  if (!data) return <Pending query={{ error, refetch }} skeleton={<FormSkeleton fields={5} aside />} />
  return <SiteForm opened={data} {...props} />
}

function SiteForm({ opened, userId, renderPreview }: Props & { opened: OpenedSite }) {
  const use = useSiteForm(opened, userId)
  const { form, known, language, busy, pictures, conflict, isUnsaved } = use
  const text = { form, language }
  const { overrides } = getEnvironment()
  const [previewing, setPreviewing] = useState(false)
  const status = useRef<HTMLParagraphElement>(null)
  const addresses = {
    logo_path: usePicture('logo_path', use),
    icon_path: usePicture('icon_path', use),
  }
  const settled = settingsOf(form.watch(), known.languages)
  const { translations } = settled
  const { about, ...spoken } = settingsIn(settled, language)
  const settings = { ...spoken, ...addresses, version: known.version, has_about: about !== null }
  const { texts } = language ?? known.languages[0] ?? {}
  const site = resolveSite(settings, overrides, texts)
  const defaults = resolveSite(
    { ...settings, tagline: null, heading: null, subtitle: null },
    overrides,
    texts,
  )
  const changed = [
    ...SITE_FIELDS,
    ...known.languages
      .slice(1)
      .flatMap(({ code }) => TRANSLATABLE.map((field) => `translations.${code}.${field}` as const)),
  ].filter((path) => form.getFieldState(path, form.formState).isDirty)
  const changedPictures = (['logo_path', 'icon_path'] as const).filter(
    (picture) => pictures[picture].kind !== 'kept',
  )
  const fields = [...changed, ...changedPictures].flatMap((path) => settingName(path) ?? [])

  return (
    <>
      <form onSubmit={use.submit} noValidate className="[&_:is(input,textarea,button)]:scroll-mb-28">
        <SectionHeading>{siteSettings}</SectionHeading>
        <p className="mt-1.5 text-ink-soft">{siteForm.intro}</p>
        {known.languages.length > 1 && (
          <LanguageChoice
            languages={known.languages}
            language={language}
            translations={translations}
            onChoose={use.setLanguage}
          />
        )}
        <div className="mt-8 gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_372px]">
          <div className="min-w-0">
            <fieldset disabled={busy} key={language?.code}>
              <FormSection title={siteForm.sections.name} hint={siteForm.sections.nameHint}>
                {!language && (
                  <SiteText
                    form={form}
                    field="name"
                    placeholder={SITE_DEFAULTS.name}
                    fixed={
                      overrides.PRODUCT_NAME === undefined
                        ? undefined
                        : { variable: 'PRODUCT_NAME', value: overrides.PRODUCT_NAME }
                    }
                  />
                )}
                <div className="grid items-start gap-x-4 gap-y-[22px] sm:grid-cols-3">
                  <SiteText {...text} field="topic" hint={siteForm.topicHint} />
                  <SiteText {...text} field="item" hint={siteForm.itemHint} />
                  <SiteText {...text} field="items" hint={siteForm.itemsHint} />
                </div>
                <SiteText {...text} field="heading" placeholder={defaults.heading} />
                <SiteText
                  {...text}
                  field="subtitle"
                  placeholder={defaults.subtitle}
                  hint={siteForm.subtitleHint}
                />
                <SiteText
                  {...text}
                  field="tagline"
                  placeholder={defaults.tagline}
                  hint={siteForm.taglineHint}
                />
              </FormSection>
              {!language && (
                <>
                  <LookSection {...use} addresses={addresses} />
                  <LinksSection form={form} overrides={overrides} />
                  <FactsSection form={form} />
                </>
              )}
              <DocumentsSection {...text} first={known.languages[0]?.name ?? ''} />
              <SignUpSection {...text} invitations={<Invitations userId={userId} />} />
              <TrustSection {...text} />
            </fieldset>
            {/* What is below fades out above the buttons. On a short screen they would take the room of what is written. */}
            <div className="-mx-[18px] mt-7 flex items-center gap-2.5 bg-[linear-gradient(transparent,var(--color-paper)_20px)] forced-colors:bg-paper px-[18px] pt-6 pb-3.5 md:mx-0 md:px-0 [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:bottom-0 [@media(min-height:30rem)]:z-10">
              <Button type="submit" size="lg" busy={busy} disabled={!isUnsaved}>
                {busy ? siteForm.publishing : siteForm.publish}
              </Button>
              <Button variant="quiet" size="lg" className="lg:hidden" onClick={() => setPreviewing(true)}>
                {siteForm.preview}
              </Button>
              {isUnsaved && (
                <Button
                  variant="ghost"
                  size="lg"
                  disabled={busy}
                  onClick={() => {
                    use.discard()
                    focusOnceLost(() => status.current)
                  }}
                >
                  {siteForm.discard}
                </Button>
              )}
              <p
                ref={status}
                tabIndex={-1}
                role="status"
                className="line-clamp-2 min-w-0 flex-1 text-[13px] text-ink-soft leading-5 max-sm:sr-only"
              >
                {isUnsaved
                  ? siteForm.changed({ fields: asList(fields) })
                  : siteForm.upToDate({ version: known.version })}
              </p>
            </div>
          </div>
          <aside aria-label={siteForm.preview} className="hidden self-start lg:sticky lg:top-[84px] lg:block">
            {renderPreview(site)}
          </aside>
        </div>
        {(isUnsaved || busy) && <UnsavedChanges />}
      </form>
      <SiteHistory userId={userId} known={known} busy={busy} isUnsaved={isUnsaved} onRestore={use.restore} />
      {previewing && (
        <Dialog
          title={siteForm.preview}
          description={siteForm.previewHint}
          onClose={() => setPreviewing(false)}
        >
          <div className="mt-5">{renderPreview(site)}</div>
        </Dialog>
      )}
      {conflict && (
        <ConflictDialog
          thing={siteForm.thing}
          differences={conflict.differences.map(({ field, prefer }) => ({
            field,
            prefer,
            label: settingName(field) ?? field,
            theirs: settingWords(settingAt(valuesOf(conflict.theirs), field)),
            mine: settingWords(settingAt(conflict.mine, field)),
          }))}
          resolve={siteForm.continueWithThese}
          onResolve={use.resolveConflict}
          onClose={use.closeConflict}
        />
      )}
    </>
  )
}

/** The URL of a picture after saving. */
function usePicture(picture: Picture, { pictures, known }: ReturnType<typeof useSiteForm>): string | null {
  const choice = pictures[picture]
  const chosen = useObjectUrl(choice.kind === 'file' ? choice.file : null)
  if (choice.kind !== 'kept') return chosen
  return pictureAddress(known.settings[picture])
}
