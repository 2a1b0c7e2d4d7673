import { toolNotFound } from '#messages/heads.js'
import * as messages from '#messages/tool-page.js'
import { LinkButton } from '~/components/ui/link-button'
import { useSite } from '~/lib/site-data'

/** 'Tool Not Found' (section 2): the tool does not exist. One that failed to load has the page for failures. */
export function ToolNotFound() {
  const site = useSite()
  return (
    <div className="wrap grid min-h-[60vh] place-content-center justify-items-center gap-3 py-20 text-center">
      <h1 className="display text-[38px] md:text-[52px]">{toolNotFound(site)}</h1>
      <p className="text-[17px] text-ink-soft">{messages.theToolYoureLookingFor(site)}</p>
      <LinkButton to="/" className="mt-4">
        {messages.backToToolsDirectory(site)}
      </LinkButton>
    </div>
  )
}
