import { useId } from 'react'
import { useFieldArray } from 'react-hook-form'
import * as heads from '#messages/admin-heads.js'
import { siteForm } from '#messages/site-settings.js'
import { NETWORKS, type SiteLink, type SiteOverrides, type SiteVariable } from '#shared/site.ts'
import { SITE_LIMITS } from '#shared/site-rules.ts'
import { EntryButtons, useFocusAfterChange } from '~/components/form/entry-buttons'
import { NetworkMark } from '~/components/layout/network-mark'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { siteFields } from './setting-words'
import { FormSection, type SiteFormApi, SiteText } from './site-fields'

type Props = { form: SiteFormApi; overrides: SiteOverrides }

/** Social links, further footer links, and the contact. */
export function LinksSection({ form, overrides }: Props) {
  const { social_links: social, contact } = form.watch()
  const fixed = fixedLinks(overrides)
  const isUnreachable = contact.trim() === '' && social.length === 0 && fixed.every(({ url }) => url === '')
  return (
    <FormSection title={heads.links} hint={siteForm.sections.linksHint}>
      <LinkList form={form} list="social_links" hint={siteForm.socialHint} fixed={fixed} />
      <LinkList form={form} list="footer_links" hint={siteForm.footerHint} fixed={[]} />
      <SiteText
        form={form}
        field="contact"
        hint={isUnreachable ? siteForm.needsContact : siteForm.contactHint}
      />
    </FormSection>
  )
}

type ListProps = {
  form: SiteFormApi
  list: 'social_links' | 'footer_links'
  hint: string
  fixed: ReturnType<typeof fixedLinks>
}

function LinkList({ form, list, hint, fixed }: ListProps) {
  const id = useId()
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: list })
  const typed = form.watch(list)
  const errors = form.formState.errors[list]
  const listMistake = errors?.root?.message ?? errors?.message
  const { list: box, focusNext } = useFocusAfterChange<HTMLFieldSetElement>()

  const isFixed = (label: string) => fixed.some((link) => link.label.toLowerCase() === label.toLowerCase())
  /** Those that no environment variable replaces. */
  const entries = fields
    .map((entry, place) => ({ entry, place, link: typed[place] ?? entry }))
    .filter(({ entry, link }) => !isFixed(link.label) || !isFixed(entry.label))

  function moveBy(nth: number, by: -1 | 1) {
    const [from, to] = [entries[nth], entries[nth + by]]
    if (!from || !to) return
    focusNext(`${by} ${nth + by}`)
    move(from.place, to.place)
  }

  function removeAt(nth: number, place: number) {
    focusNext(entries.length > 1 ? `0 ${Math.min(nth, entries.length - 2)}` : 'add')
    remove(place)
  }

  return (
    <fieldset ref={box} aria-describedby={`${id}-note`}>
      <legend className="mb-1.5 font-medium text-sm">{siteFields[list]}</legend>
      <div className="grid gap-2.5">
        {fixed.map(({ label, url, variable }) => (
          <div
            key={label}
            className="flex items-center gap-3 rounded-control bg-sunken px-3.5 py-2.5 text-sm [&_svg]:shrink-0"
          >
            <NetworkMark link={{ label, url }} />
            <p className="min-w-0">
              {label}: {url || siteForm.notShown}
              <span className="block text-[13px] text-ink-faint">{siteForm.fixedBy({ variable })}</span>
            </p>
          </div>
        ))}
        {entries.map(({ entry, place, link }, nth) => {
          const called = link.label || siteForm.thisLink
          const mistake = errors?.[place]?.label?.message ?? errors?.[place]?.url?.message
          const noteId = `${id}-${place}`
          const input = (part: 'label' | 'url') => ({
            ...form.register(`${list}.${place}.${part}`),
            'aria-label': `${siteForm.linkNamed({ list: siteFields[list], place: place + 1 })}: ${siteForm[part]}`,
            'aria-invalid': errors?.[place]?.[part] !== undefined,
            'aria-describedby': mistake ? noteId : undefined,
            autoComplete: 'off',
            placeholder: siteForm[part],
          })
          return (
            <div key={entry.id}>
              <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[150px_minmax(0,1fr)_auto]">
                <Input {...input('label')} />
                <Input {...input('url')} inputMode="url" className="max-sm:col-start-1" />
                <div className="max-sm:col-start-2 max-sm:row-start-1 max-sm:row-span-2">
                  <EntryButtons
                    id={nth}
                    name={called}
                    isFirst={nth === 0}
                    isLast={nth === entries.length - 1}
                    onMove={(by) => moveBy(nth, by)}
                    onRemove={() => removeAt(nth, place)}
                  />
                </div>
              </div>
              {mistake && (
                <p id={noteId} className="mt-1 text-[13px] text-bad leading-5">
                  {mistake}
                </p>
              )}
            </div>
          )
        })}
      </div>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <Button
          variant="quiet"
          size="sm"
          data-action="add"
          disabled={fields.length >= SITE_LIMITS.links}
          onClick={() => append({ label: '', url: '' })}
        >
          {siteForm.addLink}
        </Button>
        <p
          id={`${id}-note`}
          className={`min-w-0 flex-1 text-[13px] leading-5 ${listMistake ? 'text-bad' : 'text-ink-faint'}`}
        >
          {listMistake ?? hint}
        </p>
      </div>
    </fieldset>
  )
}

/** Links set or removed by environment variables; a removed one has no URL. */
const fixedLinks = (overrides: SiteOverrides): (SiteLink & { variable: SiteVariable })[] =>
  NETWORKS.flatMap(({ variable, label }) => {
    const url = overrides[variable]
    return url === undefined ? [] : [{ variable, label, url }]
  })
