import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRetry } from '~/components/layout/page-error'
import { Button } from '~/components/ui/button'
import { LinkButton } from '~/components/ui/link-button'
import { errors } from '~/messages/en/errors'
import * as messages from '~/messages/en/tool-page'

type Props = { failure?: { message: string; onRetry: () => void } }

/**
 * 'Tool Not Found' (section 2), for a tool that does not exist and, with `failure`, for one that failed to load: then
 * with the reason and a button to try again.
 */
export function ToolNotFound({ failure }: Props) {
  return (
    <div className="wrap grid min-h-[60vh] place-content-center justify-items-center gap-3 py-20 text-center">
      <h1 className="display text-[38px] md:text-[52px]">{messages.toolNotFound}</h1>
      <p className="text-[17px] text-ink-soft">{messages.theToolYoureLookingFor}</p>
      {failure && (
        <p role="alert" className="text-[13px] text-bad">
          {failure.message}
        </p>
      )}
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <LinkButton to="/">{messages.backToToolsDirectory}</LinkButton>
        {failure && (
          <Button variant="quiet" size="lg" onClick={failure.onRetry}>
            {messages.tryAgain}
          </Button>
        )}
      </div>
    </div>
  )
}

/** A tool that could not be read is shown as not found too (section 2), with the reason and a way to try again. */
export function ToolFailed({ error }: ErrorComponentProps) {
  const retry = useRetry()
  return (
    <ToolNotFound
      failure={{ message: error instanceof Error ? error.message : errors.fetchTool, onRetry: retry }}
    />
  )
}
