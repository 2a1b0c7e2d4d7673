import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { locale } from '#messages/language.js'
import { siteForm } from '#messages/site-settings.js'
import { lengthOf } from '#shared/catalogue-rules.ts'
import { DEFAULT_LAW } from '#shared/site.ts'
import { SITE_LIMITS } from '#shared/site-rules.ts'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { DateInput } from '~/components/ui/date-input'
import { Textarea } from '~/components/ui/textarea'
import { errorMessage } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { siteFields } from './setting-words'
import { FormSection, type SiteFormApi, SiteText } from './site-fields'
import { loadDraft, type SiteLanguage } from './site-languages'
import { pathOf } from './site-values'

type DocumentName = 'terms' | 'privacy' | 'about'

/** A starting point: what is translated, else the specification's text, downloaded on demand. */
function startOf(name: DocumentName, first: string, language: SiteLanguage | undefined) {
  if (language && first !== '') return first
  return name === 'about' ? siteForm.aboutStart : loadDraft(name, language)
}

type Props = {
  form: SiteFormApi
  /** The language they are written in; undefined: the first. */
  language: SiteLanguage | undefined
  /** As the first language calls itself. */
  first: string
}

/** The documents: terms, privacy policy and about page. */
export function DocumentsSection(props: Props) {
  const { form, language } = props
  return (
    <FormSection title={siteForm.sections.documents} hint={siteForm.sections.documentsHint}>
      <SiteText
        form={form}
        field="law"
        language={language}
        hint={siteForm.lawHint}
        placeholder={(language && form.watch('law')) || (language?.texts.law ?? DEFAULT_LAW)}
      />
      <DocumentField {...props} name="terms" />
      <DocumentField {...props} name="privacy" />
      <DocumentField {...props} name="about" />
    </FormSection>
  )
}

/** A document's fields, or a button to write one. */
function DocumentField({ form, language, first, name }: Props & { name: DocumentName }) {
  const field = pathOf(name, language)
  const text = form.watch(field)
  const ofFirst = form.watch(name)
  const opener = useRef<HTMLButtonElement>(null)
  const start = useRef('')
  const [asking, setAsking] = useState(false)
  const [isInside, setInside] = useState(false)
  const errorOf = (path: typeof field) => form.getFieldState(path, form.formState).error?.message
  const error = errorOf(field)
  const dateField = name === 'about' ? undefined : pathOf(`${name}_date`, language)

  function write(markdown: string, date: string) {
    const options = { shouldDirty: true }
    form.setValue(field, markdown, options)
    if (dateField) form.setValue(dateField, date, options)
  }

  async function begin() {
    try {
      start.current = await startOf(name, ofFirst, language)
      // The field replaces the button and takes the focus.
      flushSync(() => write(start.current, new Date().toISOString().slice(0, 10)))
      form.setFocus(field)
    } catch (error) {
      notify.error(errorMessage(error))
    }
  }

  function remove() {
    flushSync(() => {
      setAsking(false)
      setInside(false)
      write('', '')
    })
    opener.current?.focus()
  }

  if (text === '' && !error && !isInside)
    return (
      <div className="flex items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3.5 max-md:flex-wrap">
        <div>
          <p className="font-medium text-sm">{siteFields[name]}</p>
          <p className="text-[13px] text-ink-faint">
            {language && ofFirst !== ''
              ? siteForm.languages.asIn({ language: first })
              : name === 'about'
                ? siteForm.noAbout
                : siteForm.defaultShown}
          </p>
        </div>
        <button ref={opener} type="button" onClick={begin} className="link target text-sm md:shrink-0">
          {name === 'about' ? siteForm.writeAbout : siteForm.writeOwn({ document: siteFields[name] })}
        </button>
      </div>
    )

  const isWritten = form.getFieldState(field, form.formState).isDirty && text !== start.current
  const removeLabel = name === 'about' ? siteForm.removeAbout : siteForm.backToDefault
  const length = lengthOf(text.trim())
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of the focus of the fields within.
    <div
      className="grid gap-3 rounded-card border border-line bg-surface p-4"
      // A cleared text may be written anew: its field stays until it is left.
      onFocus={() => setInside(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setInside(false)
      }}
    >
      <FormField
        label={siteFields[name]}
        error={error}
        hint={`${length.toLocaleString(locale)} / ${SITE_LIMITS.text.toLocaleString(locale)}`}
      >
        {(wiring) => (
          <Textarea
            {...wiring}
            {...form.register(field)}
            lang={language?.code}
            className="min-h-[320px] font-mono! text-[13.5px]! leading-[1.6]!"
          />
        )}
      </FormField>
      <div className="flex flex-wrap items-end justify-between gap-3">
        {dateField ? (
          <FormField label={siteForm.lastUpdated} error={errorOf(dateField)}>
            {(wiring) => (
              <DateInput
                {...wiring}
                {...form.register(dateField)}
                shown={form.watch(dateField)}
                className="w-52"
              />
            )}
          </FormField>
        ) : (
          <span />
        )}
        <Button variant="ghost" size="sm" onClick={() => (isWritten ? setAsking(true) : remove())}>
          {removeLabel}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={siteForm.discardQuestion}
          description={siteForm.discardEffect}
          cancel={siteForm.keepEditing}
          confirm={removeLabel}
          onCancel={() => setAsking(false)}
          onConfirm={remove}
        />
      )}
    </div>
  )
}
