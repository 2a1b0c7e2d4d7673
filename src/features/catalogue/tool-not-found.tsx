import { LinkButton } from '~/components/ui/link-button'
import * as messages from '~/messages/en/tool-page'

/** 'Tool Not Found' (section 2): the tool does not exist. One that failed to load has the page for failures. */
export function ToolNotFound() {
  return (
    <div className="wrap grid min-h-[60vh] place-content-center justify-items-center gap-3 py-20 text-center">
      <h1 className="display text-[38px] md:text-[52px]">{messages.toolNotFound}</h1>
      <p className="text-[17px] text-ink-soft">{messages.theToolYoureLookingFor}</p>
      <LinkButton to="/" className="mt-4">
        {messages.backToToolsDirectory}
      </LinkButton>
    </div>
  )
}
