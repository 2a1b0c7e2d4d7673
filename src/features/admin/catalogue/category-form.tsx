import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { adminErrors, toolSave } from '#messages/admin.js'
import * as messages from '#messages/admin-catalogue.js'
import * as heads from '#messages/admin-heads.js'
import * as common from '#messages/common.js'
import { type CategoryValues, categoryFormSchema } from '#shared/catalogue-schemas.ts'
import { ConflictDialog } from '~/components/form/conflict-dialog'
import { findDifferences, merge } from '~/components/form/differences'
import { FormFrame, PublicPageLink } from '~/components/form/form-frame'
import { Editing, FormSkeleton } from '~/components/form/form-states'
import { SlugField, useSlugOfName } from '~/components/form/slug-field'
import { useSaveForm } from '~/components/form/use-save-form'
import { FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'
import { Textarea } from '~/components/ui/textarea'
import { getDb } from '~/lib/db-client'
import {
  type CategorySave,
  type CategoryToEdit,
  categoryFormQuery,
  getCategoryToEdit,
  saveCategoryMutation,
} from './category-form-data'

type Props = {
  /** The category to edit; null for a new one. */
  opened: CategoryToEdit | null
  onSaved: (message: string) => void
  onCancel: () => void
}

const LABELS = { ...messages.sortNames, description: messages.description }

/** Section 2, Admin: the category form. */
export function CategoryForm({ opened, onSaved, onCancel }: Props) {
  const { mutateAsync } = useMutation(saveCategoryMutation)
  const form = useForm<CategoryValues>({
    resolver: zodResolver(categoryFormSchema),
    defaultValues: categoryValuesOf(opened),
  })
  const { known, stage, deleted, conflict, save, resolveConflict, closeConflict, isUnsaved } = useSaveForm({
    form,
    opened,
    valuesOf: categoryValuesOf,
    save: (request: CategorySave) => mutateAsync(request),
    read: async ({ known }) => known && getCategoryToEdit(getDb(), known.id),
    wordsOfUnread: () => adminErrors.saveCategory,
    compare: ({ values: mine, known }, theirs) => ({
      theirs,
      mine,
      differences: findDifferences(FIELDS, {
        known: known && categoryValuesOf(known),
        theirs: categoryValuesOf(theirs),
        mine,
      }),
    }),
    onSlugTaken: () =>
      form.setError('slug', { type: 'taken', message: toolSave.slugTaken }, { shouldFocus: true }),
    onSaved: (known) => onSaved(known ? messages.categoryUpdated : messages.categoryCreated),
  })
  const { register, watch, setValue, formState } = form
  const { errors, isSubmitted } = formState
  const slugOfName = useSlugOfName(opened === null, (made) =>
    setValue('slug', made, { shouldDirty: true, shouldValidate: isSubmitted }),
  )
  // Registered in visual order, because the first field with an error takes the focus.
  const fields = {
    name: register('name', { onChange: ({ target }) => slugOfName.onNameTyped(target.value) }),
    slug: register('slug', { onChange: slugOfName.onSlugTyped }),
    description: register('description'),
  }
  const { name, slug } = watch()

  return (
    <>
      <FormFrame
        title={opened ? heads.editCategory : heads.addNewCategory}
        link={known && <PublicPageLink to="/categories/$slug" slug={known.slug} />}
        deleted={deleted ? messages.categoryNoun[0] : null}
        submit={known ? messages.updateCategory : messages.createCategory}
        busy={stage && common.saving}
        unsaved={isUnsaved}
        onSubmit={form.handleSubmit((values) => save({ values, known }))}
        onCancel={onCancel}
      >
        <div className="grid max-w-[620px] gap-[22px]">
          <FormField label={LABELS.name} error={errors.name?.message}>
            {(wiring) => <Input {...wiring} {...fields.name} autoComplete="off" />}
          </FormField>
          <SlugField
            {...fields.slug}
            error={errors.slug?.message}
            base="/categories/"
            nameTyped={name}
            slugTyped={slug}
          />
          <FormField
            label={LABELS.description}
            error={errors.description?.message}
            hint={messages.categoryDescriptionHint}
          >
            {(wiring) => <Textarea {...wiring} {...fields.description} className="font-sans! text-base!" />}
          </FormField>
        </div>
      </FormFrame>
      {conflict && (
        <ConflictDialog
          thing={messages.categoryNoun[0]}
          differences={conflict.differences.map((difference) => ({
            ...difference,
            label: LABELS[difference.field],
            theirs: categoryValuesOf(conflict.theirs)[difference.field] || common.none,
            mine: conflict.mine[difference.field] || common.none,
          }))}
          onResolve={(sides) => {
            const versions = { theirs: categoryValuesOf(conflict.theirs), mine: conflict.mine }
            resolveConflict({ values: merge(versions, sides), known: conflict.theirs })
          }}
          onClose={closeConflict}
        />
      )}
    </>
  )
}

type PageProps = { id: string; onSaved: (message: string) => void; onCancel: () => void }

/** The category form with its category, once it is loaded. */
export function CategoryFormPage({ id, onSaved, onCancel }: PageProps) {
  const query = useQuery(categoryFormQuery(id))
  return (
    <Editing query={query} thing="category" skeleton={<FormSkeleton fields={3} />}>
      {(opened) => <CategoryForm key={id} opened={opened} onSaved={onSaved} onCancel={onCancel} />}
    </Editing>
  )
}

const FIELDS = ['name', 'slug', 'description'] as const

/** A category as form values; empty for a new one. */
function categoryValuesOf(category: CategoryToEdit | null): CategoryValues {
  if (!category) return { name: '', slug: '', description: '' }
  const { name, slug, description } = category
  return { name, slug, description: description ?? '' }
}
