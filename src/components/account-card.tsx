import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type AccountCardProps = {
  title: string
  subtitle?: ReactNode
  /** An icon above the heading, on pages that inform rather than ask. */
  icon?: LucideIcon
  /** For pages that change by themselves: the heading takes the focus, so that it is read out. */
  focusHeading?: boolean
  children: ReactNode
  footer?: ReactNode
}

/** The frame of the account pages: heading, description, form, and links to the other pages. */
export function AccountCard({
  title,
  subtitle,
  icon: Icon,
  focusHeading = false,
  children,
  footer,
}: AccountCardProps) {
  return (
    <div className="wrap py-10 md:py-16">
      <section className="card mx-auto w-full max-w-[480px] p-6 md:p-9">
        {Icon && (
          <span className="mb-5 grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
            <Icon aria-hidden="true" className="size-5" />
          </span>
        )}
        <h1
          ref={focusHeading ? focusOnMount : undefined}
          tabIndex={focusHeading ? -1 : undefined}
          className="display text-[34px] outline-none"
        >
          {title}
        </h1>
        {subtitle && <p className="mt-2 text-ink-soft">{subtitle}</p>}
        {children && <div className="mt-7">{children}</div>}
      </section>
      {footer && <p className="mt-6 text-center text-ink-soft text-sm [&>a]:target">{footer}</p>}
    </div>
  )
}

function focusOnMount(heading: HTMLHeadingElement | null) {
  heading?.focus()
}
