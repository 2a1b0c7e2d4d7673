/** The address that a fact is, as a link. */
export function FactLink({ address, title }: { address: string; title: string }) {
  return (
    <a href={address} target="_blank" rel="noopener" title={title} dir="ltr" className="link target">
      {address.replace(/^https?:\/\/(www\.)?|\/$/gi, '')}
    </a>
  )
}
