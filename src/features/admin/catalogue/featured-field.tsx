import { type ComponentProps, useId } from 'react'

/** Whether a tool carries the badge 'Featured' on its page. */
export function FeaturedField(input: ComponentProps<'input'>) {
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
