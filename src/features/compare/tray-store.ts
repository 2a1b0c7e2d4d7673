import * as messages from '#messages/compare.js'
import type { Words } from '#shared/words.ts'
import { keep, readKept } from '~/lib/kept'
import { MAX_COMPARED } from './compare-search'

/** The tools collected to compare, in localStorage: shared by tabs and kept across reloads. */

const KEY = 'compare'

type Collected = { slug: string; name: string }

/** The tray's content, and the result of the last press. */
type TrayState = { tools: readonly Collected[]; message: Message }

type Message = (site: Words) => string
const NO_MESSAGE: Message = () => ''

let state: TrayState = { tools: read(), message: NO_MESSAGE }
const listeners = new Set<() => void>()

function read(): Collected[] {
  return (
    readKept(KEY, (kept) => (Array.isArray(kept) ? kept.filter(isCollected).slice(0, MAX_COMPARED) : [])) ??
    []
  )
}

function isCollected(tool: unknown): tool is Collected {
  if (typeof tool !== 'object' || tool === null || !('slug' in tool && 'name' in tool)) return false
  return typeof tool.slug === 'string' && typeof tool.name === 'string'
}

export const getTray = () => state

/** Subscribes to changes, also of other tabs; returns the unsubscribe function. */
export function subscribeToTray(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return
    state = { tools: read(), message: NO_MESSAGE }
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

function set(tools: readonly Collected[], message: Message): void {
  state = { tools, message }
  keep(KEY, tools.length === 0 ? undefined : tools)
  for (const listener of listeners) listener()
}

/** Adds a tool if there is room, or removes it. */
export function toggle({ slug, name }: Collected): void {
  const { tools } = state
  const rest = tools.filter((tool) => tool.slug !== slug)
  if (rest.length < tools.length) set(rest, (site) => messages.removed({ ...site, name, count: rest.length }))
  else if (tools.length === MAX_COMPARED) set(tools, messages.full)
  else set([...tools, { slug, name }], (site) => messages.added({ ...site, name, count: tools.length + 1 }))
}

/** Removes a tool, if present. */
export function remove(slug: string): void {
  const tool = state.tools.find((entry) => entry.slug === slug)
  if (tool) toggle(tool)
}

export const clear = (): void => set([], messages.cleared)
