import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type AccountCardProps = {
  title: string
  subtitle?: ReactNode
  /** A sign above the heading, on pages that tell something rather than ask. */
  icon?: LucideIcon
  /** Set where the page turns into this by itself: its heading takes the focus, so that it is read out. */
  focusHeading?: boolean
  children: ReactNode
  footer?: ReactNode
}

/** The frame of every page about getting in: a heading, what it is for, a form, and the way to the other pages. */
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
      <section className="card form-card">
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
        <div className="mt-7">{children}</div>
      </section>
      {footer && <p className="mt-6 text-center text-ink-soft text-sm">{footer}</p>}
    </div>
  )
}

function focusOnMount(heading: HTMLHeadingElement | null) {
  heading?.focus()
}
