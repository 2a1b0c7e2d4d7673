type Props = { heading: string; subtitle: string }

/** The heading of the home page. */
export function PageHeading({ heading, subtitle }: Props) {
  return (
    <div className="pt-9 pb-5 md:pt-16 md:pb-7">
      <h1 className="display text-[38px] md:text-[52px]">{heading}</h1>
      <p className="mt-3.5 max-w-[46ch] text-[17px] text-pretty text-ink-soft">{subtitle}</p>
    </div>
  )
}
