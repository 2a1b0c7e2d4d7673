import type { ReactNode } from 'react'

type AccountCardProps = { title: string; subtitle?: ReactNode; children: ReactNode; footer?: ReactNode }

/** The frame of every page about getting in: a heading, what it is for, a form, and the way to the other pages. */
export function AccountCard({ title, subtitle, children, footer }: AccountCardProps) {
  return (
    <div className="wrap py-10 md:py-16">
      <section className="card form-card">
        <h1 className="display text-[34px]">{title}</h1>
        {subtitle && <p className="mt-2 text-ink-soft">{subtitle}</p>}
        <div className="mt-7">{children}</div>
      </section>
      {footer && <p className="mt-6 text-center text-ink-soft text-sm">{footer}</p>}
    </div>
  )
}
