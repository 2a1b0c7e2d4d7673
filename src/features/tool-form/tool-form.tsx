import { useQuery } from '@tanstack/react-query'
import { addNewTool, editTool } from '#messages/admin-heads.js'
import { saving } from '#messages/common.js'
import { logoWords, toolForm } from '#messages/tool-form.js'
import { type Field, TOOL_FIELDS } from '#shared/tool-fields.ts'
import { FormFrame, PublicPageLink } from '~/components/form/form-frame'
import { Editing, FormSkeleton } from '~/components/form/form-states'
import { SlugField, useSlugOfName } from '~/components/form/slug-field'
import { LogoField } from '~/components/logos/logo-field'
import { categoryOptionsQuery } from '~/lib/category-options-data'
import { useSite } from '~/lib/site-data'
import { CategoryPicker } from './category-picker'
import { FactsSection } from './facts-section'
import { LogoPicture } from './logo-picture'
import { ToolConflictDialog } from './tool-conflict-dialog'
import { FlagControl, TextControl } from './tool-controls'
import { type OpenedTool, toolFormQueries } from './tool-form-data'
import { useToolForm } from './use-tool-form'

type Props = {
  /** The tool to edit; null for a new one. */
  opened: OpenedTool | null
  onSaved: (message: string) => void
  onCancel: () => void
}

const words = toolForm.admin

/** Section 2, Admin: the tool form. Its fields are those of `TOOL_FIELDS` and the facts of the site. */
export function ToolForm({ opened, onSaved, onCancel }: Props) {
  const {
    form,
    submit,
    known,
    stage,
    deleted,
    logo,
    setLogo,
    conflict,
    resolveConflict,
    closeConflict,
    isUnsaved,
  } = useToolForm(opened, onSaved)
  const site = useSite()
  const options = useQuery(categoryOptionsQuery)
  const { register, watch, setValue, formState } = form
  const { errors, isSubmitted } = formState
  const slugOfName = useSlugOfName(opened === null, (made) =>
    setValue('slug', made, { shouldDirty: true, shouldValidate: isSubmitted }),
  )
  const values = watch()
  const named = [...(opened?.categories ?? []), ...(known?.categories ?? [])]

  // Registered in visual order, because the first field with an error takes the focus.
  const fields = TOOL_FIELDS.map((field) => ({
    field,
    input: register(field.column, {
      onChange: ({ target }) => {
        if (field.column === 'name') slugOfName.onNameTyped(target.value)
        if (field.column === 'slug') slugOfName.onSlugTyped()
      },
    }),
  }))
  const isFlag = ({ field }: { field: Field }) => field.kind === 'flag'

  return (
    <>
      <FormFrame
        title={(opened ? editTool : addNewTool)(site)}
        link={known && <PublicPageLink to="/tools/$slug" slug={known.tool.slug} />}
        deleted={deleted ? site.item : null}
        submit={(known ? words.update : words.create)(site)}
        busy={stage && (stage.doing === 'saving' ? saving : toolForm.uploading)}
        unsaved={isUnsaved}
        onSubmit={submit}
        onCancel={onCancel}
      >
        <div className="grid gap-x-12 gap-y-[22px] md:grid-cols-[minmax(0,1fr)_280px]">
          <div className="grid content-start gap-[22px]">
            {fields
              .filter((entry) => !isFlag(entry))
              .map(({ field, input }) =>
                field.column === 'slug' ? (
                  <SlugField
                    key={field.column}
                    {...input}
                    error={errors.slug?.message}
                    base="/tools/"
                    nameTyped={values.name}
                    slugTyped={values.slug}
                  />
                ) : (
                  <TextControl
                    key={field.column}
                    field={field}
                    input={input}
                    typed={values[field.column]}
                    error={errors[field.column]?.message}
                  />
                ),
              )}
            <CategoryPicker form={form} named={named} />
          </div>
          <div className="grid content-start gap-[22px]">
            <LogoField
              stored={known?.tool.logo ?? null}
              label={toolForm.fields.logo}
              words={logoWords}
              picture={<LogoPicture stored={known?.tool.logo ?? null} name={values.name} choice={logo} />}
              choice={logo}
              onChoice={setLogo}
              share={stage?.doing === 'uploading' ? stage.share : null}
            />
            {fields.filter(isFlag).map(({ field, input }) => (
              <FlagControl key={field.column} field={field} input={input} />
            ))}
          </div>
        </div>
        <FactsSection form={form} values={values} />
      </FormFrame>
      {conflict && (
        <ToolConflictDialog
          conflict={conflict}
          categoryNames={new Map([...named, ...(options.data ?? [])].map(({ id, name }) => [id, name]))}
          onResolve={resolveConflict}
          onClose={closeConflict}
        />
      )}
    </>
  )
}

/** The tool form with its tool, once it is loaded. */
export function ToolFormPage({ id, ...props }: Omit<Props, 'opened'> & { id: string }) {
  const query = useQuery(toolFormQueries.tool(id))
  return (
    <Editing query={query} thing="tool" skeleton={<FormSkeleton fields={5} aside />}>
      {(opened) => <ToolForm key={id} opened={opened} {...props} />}
    </Editing>
  )
}
