import { useQuery } from '@tanstack/react-query'
import * as messages from '#messages/admin-catalogue.js'
import { ConflictDialog } from '~/components/form/conflict-dialog'
import { merge } from '~/components/form/differences'
import { FormFrame, PublicPageLink } from '~/components/form/form-frame'
import { Editing, FormSkeleton } from '~/components/form/form-states'
import { SlugField, useSlugOfName } from '~/components/form/slug-field'
import { FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'
import { Textarea } from '~/components/ui/textarea'
import type { CategoryToEdit } from './category-form-data'
import { categoryFormQuery } from './category-form-data'
import { categoryValuesOf, useCategoryForm } from './use-category-form'

type Props = {
  /** The category to edit; null for a new one. */
  opened: CategoryToEdit | null
  onSaved: (message: string) => void
  onCancel: () => void
}

const LABELS = { name: messages.name, slug: messages.slug, description: messages.description }

/** Section 2, Admin: the category form. */
export function CategoryForm({ opened, onSaved, onCancel }: Props) {
  const { form, submit, known, stage, deleted, conflict, resolveConflict, closeConflict, isUnsaved } =
    useCategoryForm({
      opened,
      onSaved,
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
        title={opened ? messages.editCategory : messages.addNewCategory}
        link={known && <PublicPageLink to="/categories/$slug" slug={known.slug} />}
        deleted={deleted ? messages.categoryThing : null}
        submit={known ? messages.updateCategory : messages.createCategory}
        busy={stage && messages.saving}
        unsaved={isUnsaved}
        onSubmit={submit}
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
          thing={messages.categoryThing}
          differences={conflict.differences.map((difference) => ({
            ...difference,
            label: LABELS[difference.field],
            theirs: categoryValuesOf(conflict.theirs)[difference.field] || messages.none,
            mine: conflict.mine[difference.field] || messages.none,
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
