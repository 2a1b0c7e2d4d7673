import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { siteFields, siteForm } from '#messages/site-settings.js'
import { resolveSite, SITE_DEFAULTS, type Site } from '#shared/site.ts'
import { ConflictDialog } from '~/components/form/conflict-dialog'
import { FormSkeleton } from '~/components/form/form-states'
import { useObjectUrl } from '~/components/logos/use-object-url'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { LoadFailure } from '~/components/ui/load-failure'
import { SectionHeading } from '~/components/ui/section-heading'
import { UnsavedChanges } from '~/components/unsaved-changes'
import { getEnvironment } from '~/lib/environment'
import { pictureAddress } from '~/lib/site-reads-data'
import { DocumentsSection } from './documents-section'
import { FactsSection } from './facts-section'
import { Invitations } from './invitations'
import { LinksSection } from './links-section'
import { LookSection } from './look-section'
import { SignUpSection, TrustSection } from './rules-sections'
import { settingWords } from './setting-words'
import { FormSection, SiteText } from './site-fields'
import { type OpenedSite, siteFormQueries } from './site-form-data'
import { SiteHistory } from './site-history'
import { type Picture, SITE_FIELDS, settingsOf, valuesOf } from './site-values'
import { useSiteForm } from './use-site-form'

type Props = {
  userId: string
  /** The site as it would look with these settings. */
  renderPreview: (site: Site) => ReactNode
}

/** The settings of the site: the form, a preview, and the published versions. */
export function SitePage(props: Props) {
  const { data, error, refetch } = useQuery(siteFormQueries.opened(props.userId))
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />
  return data ? <SiteForm opened={data} {...props} /> : <FormSkeleton fields={5} aside />
}

function SiteForm({ opened, userId, renderPreview }: Props & { opened: OpenedSite }) {
  const use = useSiteForm(opened, userId)
  const { form, known, busy, pictures, conflict, isUnsaved } = use
  const { overrides } = getEnvironment()
  const [previewing, setPreviewing] = useState(false)
  const addresses = {
    logo_path: usePicture('logo_path', use),
    icon_path: usePicture('icon_path', use),
  }
  const values = form.watch()
  const settled = settingsOf(values)
  const {
    terms: _,
    terms_date,
    privacy,
    privacy_date,
    about,
    vote_weights,
    reports_to_hide,
    ...short
  } = settled
  const settings = { ...short, ...addresses, version: known.version, has_about: about !== null }
  const site = resolveSite(settings, overrides)
  const defaults = resolveSite({ ...settings, tagline: null, heading: null, subtitle: null }, overrides)
  const { dirtyFields } = form.formState
  const changed = [
    ...SITE_FIELDS.filter((field) => dirtyFields[field]),
    ...(['logo_path', 'icon_path'] as const).filter((picture) => pictures[picture].kind !== 'kept'),
  ].map((field) => siteFields[field])

  return (
    <>
      <form onSubmit={use.submit} noValidate className="[&_:is(input,textarea,button)]:scroll-mb-28">
        <SectionHeading>{siteForm.title}</SectionHeading>
        <p className="mt-1.5 text-ink-soft">{siteForm.intro}</p>
        <div className="mt-8 gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_372px]">
          <div className="min-w-0">
            <fieldset disabled={busy}>
              <FormSection title={siteForm.sections.name} hint={siteForm.sections.nameHint}>
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
                <div className="grid items-start gap-x-4 gap-y-[22px] sm:grid-cols-3">
                  <SiteText form={form} field="topic" hint={siteForm.topicHint} />
                  <SiteText form={form} field="item" hint={siteForm.itemHint} />
                  <SiteText form={form} field="items" hint={siteForm.itemsHint} />
                </div>
                <SiteText form={form} field="heading" placeholder={defaults.heading} />
                <SiteText
                  form={form}
                  field="subtitle"
                  placeholder={defaults.subtitle}
                  hint={siteForm.subtitleHint}
                />
                <SiteText
                  form={form}
                  field="tagline"
                  placeholder={defaults.tagline}
                  hint={siteForm.taglineHint}
                />
              </FormSection>
              <LookSection {...use} addresses={addresses} />
              <LinksSection form={form} overrides={overrides} />
              <FactsSection form={form} />
              <DocumentsSection form={form} />
              <SignUpSection form={form} invitations={<Invitations userId={userId} />} />
              <TrustSection form={form} />
            </fieldset>
            {/* What is below fades out above the buttons. On a short screen they would take the room of what is written. */}
            <div className="-mx-[18px] mt-7 flex items-center gap-2.5 bg-[linear-gradient(transparent,var(--color-paper)_20px)] px-[18px] pt-6 pb-3.5 md:mx-0 md:px-0 [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:bottom-0 [@media(min-height:30rem)]:z-10">
              <Button type="submit" size="lg" busy={busy} disabled={!isUnsaved}>
                {busy ? siteForm.publishing : siteForm.publish}
              </Button>
              <Button variant="quiet" size="lg" className="lg:hidden" onClick={() => setPreviewing(true)}>
                {siteForm.preview}
              </Button>
              {isUnsaved && (
                <Button variant="ghost" size="lg" disabled={busy} onClick={use.discard}>
                  {siteForm.discard}
                </Button>
              )}
              <p
                role="status"
                className="line-clamp-2 min-w-0 flex-1 text-[13px] text-ink-soft leading-5 max-sm:sr-only"
              >
                {isUnsaved
                  ? siteForm.changed({ fields: changed.join(', ') })
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
            label: siteFields[field],
            theirs: settingWords(valuesOf(conflict.theirs.settings)[field]),
            mine: settingWords(conflict.mine[field]),
          }))}
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
