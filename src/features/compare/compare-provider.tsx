import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import * as messages from '#messages/catalogue.js'
import * as common from '#messages/common.js'
import { basePath } from '~/lib/environment'
import type { Tray } from './tray'

/** Slugs of the collected tools; undefined until the tray is loaded. */
const Collected = createContext<readonly string[] | undefined>(undefined)

/** Id of the form that all compare buttons belong to; also the key in localStorage. */
const FORM = 'compare'

/**
 * Collects tools to compare, across pages and tabs. The tray is downloaded with the first tool. Without scripts, or if
 * the tray fails to load, a button leads to the comparison.
 */
export function CompareProvider({ children }: { children: ReactNode }) {
  const [Loaded, setLoaded] = useState<typeof Tray>()
  const [slugs, setSlugs] = useState<readonly string[]>()
  useEffect(() => {
    const show = () => void load(setLoaded).catch(() => undefined)
    if (isStored()) show()
    // Another tab may have collected a tool.
    addEventListener('storage', show, { once: true })
    return () => removeEventListener('storage', show)
  }, [])

  return (
    <Collected value={slugs}>
      {children}
      <form
        id={FORM}
        action={`${basePath()}/compare`}
        hidden
        onSubmit={(event) => {
          event.preventDefault()
          const button = event.nativeEvent.submitter
          load(setLoaded).then(
            (toggle) => toggle(button),
            () => location.assign(`${basePath()}/compare?tools=${button?.getAttribute('value')}`),
          )
        }}
      />
      {Loaded && <Loaded onChange={setSlugs} />}
    </Collected>
  )
}

async function load(show: (load: () => typeof Tray) => void) {
  const { Tray, toggle } = await import('./tray')
  show(() => Tray)
  return toggle
}

function isStored(): boolean {
  try {
    return FORM in localStorage
  } catch {
    return false
  }
}

/** Adds a tool to the comparison, or removes it. */
export function CompareButton({ tool: { slug, name } }: { tool: { slug: string; name: string } }) {
  return (
    // It looks like a checkbox, and a list has one other button for each tool: the upvote.
    // biome-ignore lint/a11y/useSemanticElements: a checkbox submits no form, which is needed without scripts.
    <button
      type="submit"
      form={FORM}
      name="tools"
      value={slug}
      data-name={name}
      aria-label={messages.compareTool({ name })}
      role="checkbox"
      aria-checked={useContext(Collected)?.includes(slug) ?? false}
      className="compare-button"
    >
      {common.compare}
    </button>
  )
}
