import type { UseFormReturn } from 'react-hook-form'
import * as messages from '#messages/contribute.js'
import { toolForm } from '#messages/tool-form.js'
import type { ToolValues } from '#shared/catalogue-schemas.ts'
import { TOOL_FIELDS } from '#shared/tool-fields.ts'
import { FormField } from '~/components/form-field'
import type { LogoChoice } from '~/components/logos/logo-choice'
import { LogoField } from '~/components/logos/logo-field'
import { pngAddress } from '~/components/logos/small-png'
import { Textarea } from '~/components/ui/textarea'
import { CategoryPicker } from './category-picker'
import { NOTE_MAX } from './contribution-data'
import { FactsSection } from './facts-section'
import { LogoPicture } from './logo-picture'
import { TextControl } from './tool-controls'
import type { CategoryOption } from './tool-form-data'

/** An administrator's. */
const OTHERS = ['slug', 'featured']

type Props = {
  form: UseFormReturn<ToolValues>
  /** Names of categories chosen before the options are loaded. */
  named: readonly CategoryOption[]
}

/** The fields of a tool that members may send in: those of the tool form without an administrator's. */
export function ContributionFields({ form, named }: Props) {
  const { register, formState } = form
  const values = form.watch()
  return (
    <>
      <div className="grid content-start gap-[22px]">
        {TOOL_FIELDS.filter(({ column }) => !OTHERS.includes(column)).map((field) => (
          <TextControl
            key={field.column}
            field={field}
            input={register(field.column)}
            typed={values[field.column]}
            error={formState.errors[field.column]?.message}
          />
        ))}
        <CategoryPicker form={form} named={named} />
      </div>
      <FactsSection form={form} values={values} />
    </>
  )
}

type LogoProps = {
  name: string
  /** What was sent in before, and waits. */
  sent: string | null
  /** The tool's. */
  today: string | null
  logo: LogoChoice
  onLogo: (logo: LogoChoice) => void
}

/** A logo to send in; today's is shown until one is chosen. */
export function SentLogoField({ name, sent, today, logo, onLogo }: LogoProps) {
  const stored = sent === null ? null : pngAddress(sent)
  return (
    <LogoField
      stored={stored}
      label={toolForm.fields.logo}
      words={messages.logoWords}
      picture={<LogoPicture stored={stored ?? today} name={name} choice={logo} />}
      choice={logo}
      onChoice={onLogo}
      share={null}
    />
  )
}

/** What its sender tells whoever decides. */
export function NoteField({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  return (
    <FormField label={messages.note} hint={messages.noteHint}>
      {(wiring) => (
        <Textarea
          {...wiring}
          value={note}
          maxLength={NOTE_MAX}
          className="font-sans! text-base! min-h-[84px]!"
          onChange={({ currentTarget }) => onNote(currentTarget.value)}
        />
      )}
    </FormField>
  )
}
