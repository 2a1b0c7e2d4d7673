import { Link } from '@tanstack/react-router'
import { useViewer } from '~/components/layout/use-viewer'
import { buttonClass } from '~/components/ui/button'
import * as messages from '~/messages/en/catalogue'

/** For a directory without any tool: what a visitor can expect, and what an administrator can do. */
export function FirstTool() {
  const { isAdmin } = useViewer()
  if (!isAdmin) return <p>{messages.toolsWillBeHere}</p>
  return (
    <Link to="/admin/tools/new" className={buttonClass({ className: 'mt-3' })}>
      {messages.addFirstTool}
    </Link>
  )
}
