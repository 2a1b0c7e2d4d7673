import * as messages from '#messages/import-export.js'
import type { Rejection } from '#shared/import-export-rules.ts'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { Textarea } from '~/components/ui/textarea'
import { useFacts } from '~/lib/use-facts'
import { fieldsToCorrect } from './correctable'
import { fieldName } from './field-names'

type Props = {
  rejection: Rejection
  typed: Readonly<Record<string, string>>
  onType: (field: string, text: string) => void
}

/** Fields with room for several lines. */
const LONG = ['short_description', 'long_description']

/** The fields of a rejected row that are wrong, each with the proposal for it. */
export function RowFields({ rejection, typed, onType }: Props) {
  const facts = useFacts()
  const { values = {}, proposals = {} } = rejection
  const fields = fieldsToCorrect(rejection)
  if (fields.length === 0) return null
  return (
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 sm:col-start-2">
      {fields.map((field) => {
        const proposal = proposals[field]
        const shown = typed[field] ?? values[field] ?? ''
        return (
          <div key={field} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            <FormField label={fieldName(field, facts)}>
              {(wiring) =>
                LONG.includes(field) ? (
                  <Textarea
                    {...wiring}
                    value={shown}
                    onChange={({ target }) => onType(field, target.value)}
                  />
                ) : (
                  <Input {...wiring} value={shown} onChange={({ target }) => onType(field, target.value)} />
                )
              }
            </FormField>
            {proposal !== undefined && proposal !== shown && (
              <Button
                variant="quiet"
                size="sm"
                className="max-w-full justify-self-start"
                onClick={() => onType(field, proposal)}
              >
                <span className="min-w-0 truncate">{messages.takeProposal({ proposal })}</span>
              </Button>
            )}
          </div>
        )
      })}
    </div>
  )
}
