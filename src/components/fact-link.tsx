import { opensInANewTab } from '#messages/common.js'

/** The address that a fact is, as a link. */
export function FactLink({ address }: { address: string }) {
  return (
    <a href={address} target="_blank" rel="noopener" title={opensInANewTab} dir="ltr" className="link target">
      {address.replace(/^https?:\/\/(www\.)?|\/$/gi, '')}
    </a>
  )
}
