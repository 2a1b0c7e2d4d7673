import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type ToolValues, toolFormSchemaOf } from '#shared/catalogue-schemas.ts'
import type { Fact } from '#shared/tool-fields.ts'

/** The fields of a tool, checked by its rules. */
export function useValuesForm(start: ToolValues, facts: readonly Fact[]) {
  return useForm<ToolValues>({ resolver: zodResolver(toolFormSchemaOf(facts)), defaultValues: start })
}
