import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'
import { Textarea } from '~/components/ui/textarea'
import { LONGEST, lengthOf } from '~/rules/catalogue-rules'
import { LogoField } from '../logos/logo-field'
import { CategoryPicker } from './category-picker'
import { FormFrame, PublicPageLink } from './form-frame'
import { Editing, FormSkeleton } from './form-states'
import { SlugField, useSlugOfName } from './slug-field'
import { ToolConflictDialog } from './tool-conflict-dialog'
import { type OpenedTool, toolFormQueries } from './tool-form-data'
import { TOOL_LABELS } from './tool-values'
import { useToolForm } from './use-tool-form'

type Props = {
  /** The tool to edit; null for a new one. */
  opened: OpenedTool | null
  onSaved: (message: string) => void
  onCancel: () => void
}

/** Section 2, Admin: the tool form. */
export function ToolForm({ opened, onSaved, onCancel }: Props) {
  const { form, submit, known, stage, deleted, logo, setLogo, conflict, settle, closeConflict, isUnsaved } =
    useToolForm({ opened, onSaved })
  const options = useQuery(toolFormQueries.categoryOptions())
  const { register, watch, setValue, formState } = form
  const { errors, isSubmitted } = formState
  const slugOfName = useSlugOfName(opened === null, (made) =>
    setValue('slug', made, { shouldDirty: true, shouldValidate: isSubmitted }),
  )
  // Here, so that they are known in the order they are seen: the first mistake takes the focus.
  const fields = {
    name: register('name', { onChange: ({ target }) => slugOfName.onNameTyped(target.value) }),
    slug: register('slug', { onChange: slugOfName.onSlugTyped }),
    short_description: register('short_description'),
    website_url: register('website_url'),
    featured: register('featured'),
  }
  const values = watch()
  const length = lengthOf(values.short_description.trim())
  const named = [...(opened?.categories ?? []), ...(known?.categories ?? [])]

  return (
    <>
      <FormFrame
        title={opened ? 'Edit Tool' : 'Add New Tool'}
        link={known && <PublicPageLink to="/tools/$slug" slug={known.tool.slug} />}
        deleted={deleted ? 'tool' : null}
        submit={known ? 'Update Tool' : 'Create Tool'}
        busy={stage && { uploading: 'Uploading logo...', saving: 'Saving...' }[stage.doing]}
        unsaved={isUnsaved}
        onSubmit={submit}
        onCancel={onCancel}
      >
        <div className="grid gap-x-12 gap-y-[22px] md:grid-cols-[minmax(0,1fr)_280px]">
          <div className="grid content-start gap-[22px]">
            <FormField label={TOOL_LABELS.name} error={errors.name?.message}>
              {(wiring) => <Input {...wiring} {...fields.name} autoComplete="off" />}
            </FormField>
            <SlugField
              {...fields.slug}
              error={errors.slug?.message}
              base="/tools/"
              nameTyped={values.name}
              slugTyped={values.slug}
            />
            <FormField
              label={TOOL_LABELS.short_description}
              error={errors.short_description?.message}
              hint="One or two sentences: what it does, and for whom."
            >
              {(wiring) => (
                <div className="relative">
                  <Textarea
                    {...wiring}
                    {...fields.short_description}
                    className="font-sans! text-base! pb-8"
                  />
                  <span
                    className={`absolute right-3.5 bottom-2.5 bg-surface pl-2 text-[13px] tabular-nums ${length > LONGEST.description ? 'text-bad' : 'text-ink-faint'}`}
                  >
                    {length}/{LONGEST.description}
                    <span className="sr-only"> characters</span>
                  </span>
                </div>
              )}
            </FormField>
            <FormField label={TOOL_LABELS.website_url} error={errors.website_url?.message}>
              {(wiring) => (
                <Input
                  {...wiring}
                  {...fields.website_url}
                  type="url"
                  placeholder="https://"
                  autoComplete="off"
                />
              )}
            </FormField>
            <CategoryPicker
              options={options.data}
              failed={options.isError}
              onRetry={() => options.refetch()}
              named={named}
              chosen={values.category_ids}
              onChange={(chosen) => setValue('category_ids', chosen, { shouldDirty: true })}
            />
          </div>
          <div className="grid content-start gap-[22px]">
            <LogoField
              stored={known?.tool.logo ?? null}
              choice={logo}
              onChoice={setLogo}
              share={stage?.doing === 'uploading' ? stage.share : null}
            />
            <FeaturedField {...fields.featured} />
          </div>
        </div>
      </FormFrame>
      {conflict && (
        <ToolConflictDialog
          conflict={conflict}
          categoryNames={new Map([...named, ...(options.data ?? [])].map(({ id, name }) => [id, name]))}
          onSettle={settle}
          onClose={closeConflict}
        />
      )}
    </>
  )
}

/** Whether a tool carries the badge 'Featured' on its page. */
function FeaturedField(input: ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="flex gap-3 rounded-card border border-line bg-surface px-4 py-3.5">
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-describedby={`${id}-note`}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block font-medium text-sm pointer-coarse:-my-3 pointer-coarse:py-3">
          Featured
        </label>
        <p id={`${id}-note`} className="mt-0.5 text-[13px] text-ink-faint leading-5">
          A badge on the tool's page.
        </p>
      </div>
    </div>
  )
}

type PageProps = { id: string; onSaved: (message: string) => void; onCancel: () => void }

/** Section 2, Admin: the tool form with a tool in it, once it is read. */
export function ToolFormPage({ id, onSaved, onCancel }: PageProps) {
  const query = useQuery(toolFormQueries.tool(id))
  return (
    <Editing query={query} noun="Tool" skeleton={<FormSkeleton fields={5} aside />}>
      {(opened) => <ToolForm key={id} opened={opened} onSaved={onSaved} onCancel={onCancel} />}
    </Editing>
  )
}
