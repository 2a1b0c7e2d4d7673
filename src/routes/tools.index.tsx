import { createFileRoute, redirect } from '@tanstack/react-router'

/** Without a slug there is no tool: the list of all is at home (section 2). */
export const Route = createFileRoute('/tools/')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})
