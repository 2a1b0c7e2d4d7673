import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import * as heads from '#messages/admin-heads.js'
import * as common from '#messages/common.js'
import * as messages from '#messages/search-settings.js'
import { FormSkeleton } from '~/components/form/form-states'
import { FormAlert } from '~/components/form-alert'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { LoadFailure } from '~/components/ui/load-failure'
import { Pending } from '~/components/ui/pending'
import { SectionHeading } from '~/components/ui/section-heading'
import { Select } from '~/components/ui/select'
import { UnsavedChanges } from '~/components/unsaved-changes'
import { DataError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import { type SearchSettings, saveSearchSettings, searchSettingsQueries } from './search-settings-data'

/** The language and the synonyms of the search, and a search to try them with. */
export function SearchSettingsPage({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(searchSettingsQueries.current(userId))
  if (!data) return <Pending query={{ error, refetch }} skeleton={<FormSkeleton fields={2} />} />
  return (
    <>
      <SectionHeading>{heads.searchSettings}</SectionHeading>
      <p className="mt-1.5 max-w-[62ch] text-ink-soft">{messages.intro}</p>
      <div className="mt-8 grid gap-12 lg:grid-cols-[minmax(0,1fr)_372px]">
        <Settings userId={userId} opened={data} />
        <Trial userId={userId} version={data.version} />
      </div>
    </>
  )
}

const languageName = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

function Settings({ userId, opened }: { userId: string; opened: SearchSettings }) {
  const client = useQueryClient()
  const saving = useMutation(saveSearchSettings)
  const [based, setBased] = useState(opened)
  const [language, setLanguage] = useState(opened.language)
  const [synonyms, setSynonyms] = useState(opened.synonyms)
  const [theirs, setTheirs] = useState<SearchSettings | null>(null)
  const id = useId()
  const site = useSite()
  const isUnsaved = language !== based.language || synonyms !== based.synonyms

  const reload = () => client.fetchQuery({ ...searchSettingsQueries.current(userId), staleTime: 0 })

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    try {
      await saving.mutateAsync({ version: based.version, language, synonyms })
      notify.success(messages.saved)
      const now = await reload()
      setBased(now)
      setSynonyms(now.synonyms)
      setTheirs(null)
    } catch (error) {
      if (!(error instanceof DataError) || error.code !== 'searchSettingsChanged') return
      const now = await reload()
      setBased(now)
      setTheirs(now)
    }
  }

  return (
    <form onSubmit={save} noValidate className="min-w-0">
      {theirs !== null && (
        <div className="mb-5 grid gap-3">
          <FormAlert>{messages.changedMeanwhile}</FormAlert>
          <details>
            <summary className="cursor-pointer text-sm">{messages.theirs}</summary>
            <p className="mt-2 text-sm">
              {messages.language}: {languageName(theirs.language)}
            </p>
            <pre className="mt-2 max-h-64 overflow-auto whitespace-pre-wrap text-[13px]">
              {theirs.synonyms}
            </pre>
          </details>
        </div>
      )}
      <fieldset disabled={saving.isPending} className="grid gap-6">
        <FormField label={messages.language} hint={messages.languageHint}>
          {({ 'aria-invalid': _, ...wiring }) => (
            <Select
              {...wiring}
              value={language}
              onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
              className="max-w-64"
            >
              {opened.languages.map((name) => (
                <option key={name} value={name}>
                  {languageName(name)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <div>
          <label htmlFor={`${id}-synonyms`} className="mb-1.5 block font-medium text-sm">
            {messages.synonyms}
          </label>
          <textarea
            dir="auto"
            id={`${id}-synonyms`}
            value={synonyms}
            rows={18}
            spellCheck={false}
            aria-describedby={`${id}-synonyms-hint`}
            onChange={({ currentTarget }) => setSynonyms(currentTarget.value)}
            className="field-input min-h-[116px] resize-y py-3 font-mono text-[13px] leading-6"
          />
          <div id={`${id}-synonyms-hint`} className="mt-1.5 text-[13px] text-ink-soft">
            <p>{messages.synonymsHint}</p>
            <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
              {messages.signs.map(([example, effect]) => (
                <div key={example} className="contents">
                  <dt>
                    <code>{example}</code>
                  </dt>
                  <dd className="max-sm:pb-1.5">{effect}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      </fieldset>
      {saving.error instanceof DataError && saving.error.code === 'saveSearchSettings' && (
        <FormAlert className="mt-5">{saving.error.message}</FormAlert>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="lg" busy={saving.isPending} disabled={!isUnsaved}>
          {saving.isPending ? messages.saving : common.save}
        </Button>
        {based.stale > 0 && (
          <p role="status" className="text-[13px] text-ink-soft">
            {messages.stale({ ...site, count: based.stale })}
          </p>
        )}
      </div>
      {(isUnsaved || saving.isPending) && <UnsavedChanges />}
    </form>
  )
}

function Trial({ userId, version }: { userId: string; version: number }) {
  const [query, setQuery] = useState('')
  const { data, error, isFetching, refetch } = useQuery(searchSettingsQueries.tried(userId, query, version))
  return (
    <section aria-label={messages.tryTitle} className="card self-start p-5">
      <h3 className="font-medium">{messages.tryTitle}</h3>
      <p className="mt-1 text-[13px] text-ink-soft">{messages.tryHint}</p>
      <form
        className="mt-4 flex gap-2.5"
        onSubmit={(event) => {
          event.preventDefault()
          setQuery(String(new FormData(event.currentTarget).get('q') ?? '').trim())
        }}
      >
        <Input
          type="search"
          name="q"
          maxLength={200}
          aria-label={messages.tryLabel}
          className="min-w-0 flex-1"
        />
        <Button type="submit" size="lg" busy={isFetching}>
          {common.search}
        </Button>
      </form>
      {error && !data && <LoadFailure className="mt-4" error={error} onRetry={refetch} />}
      {data && (
        <>
          <p role="status" className="mt-4 text-[13px] text-ink-soft">
            {messages.found({ query, count: data.total })}
          </p>
          <ol className="mt-2 grid gap-2">
            {data.tools.map(({ id, name, category_name }) => (
              <li key={id} dir="auto" className="min-w-0 truncate text-sm">
                {name} <span className="text-ink-faint">{category_name}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
