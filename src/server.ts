import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'

// Pages are sent whole: the server hashes their inline scripts for the content security policy before it answers.
const render = createStartHandler(defaultRenderHandler)

/** What the production server and the development server call for every page. */
export default createServerEntry({ fetch: (request) => render(request) })
