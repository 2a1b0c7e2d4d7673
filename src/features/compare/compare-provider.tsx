import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import * as messages from '~/messages/en/catalogue'
import type { Tray } from './tray'

/** Slugs of the tools that are collected; undefined until the tray is there. */
const Collected = createContext<readonly string[] | undefined>(undefined)

/** The form that every button belongs to, wherever it stands; also where the tools are kept in this browser. */
const FORM = 'compare'

/**
 * Collects tools to compare, across pages and tabs. The tray that shows them is downloaded with the first. Without scripts,
 * and when the tray cannot be had, a button leads to the page that compares.
 */
export function CompareProvider({ children }: { children: ReactNode }) {
  const [Loaded, setLoaded] = useState<typeof Tray>()
  const [slugs, setSlugs] = useState<readonly string[]>()
  useEffect(() => {
    const show = () => void load(setLoaded).catch(() => undefined)
    if (isStored()) show()
    // Another tab may have collected one.
    addEventListener('storage', show, { once: true })
    return () => removeEventListener('storage', show)
  }, [])

  return (
    <Collected value={slugs}>
      {children}
      <form
        id={FORM}
        action="/compare"
        hidden
        onSubmit={(event) => {
          event.preventDefault()
          const button = event.nativeEvent.submitter
          load(setLoaded).then(
            (toggle) => toggle(button),
            () => location.assign(`/compare?tools=${button?.getAttribute('value')}`),
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

/** Puts a tool among those to compare, or takes it out. */
export function CompareButton({ tool: { slug, name } }: { tool: { slug: string; name: string } }) {
  return (
    // It looks like a box to tick, and a list has one button for each tool: the upvote.
    // biome-ignore lint/a11y/useSemanticElements: a checkbox submits no form, which is what works without scripts.
    <button
      type="submit"
      form={FORM}
      name="tools"
      value={slug}
      data-name={name}
      aria-label={messages.compareTool(name)}
      role="checkbox"
      aria-checked={useContext(Collected)?.includes(slug) ?? false}
      className="compare-button"
    >
      {messages.compare}
    </button>
  )
}
