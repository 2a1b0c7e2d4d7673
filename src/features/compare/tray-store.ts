import * as messages from '~/messages/en/compare'
import { MAX_COMPARED } from './compare-search'

/** The tools collected to compare, kept in this browser: the same in every tab, and after a reload. */

const KEY = 'compare'

export type Collected = { slug: string; name: string }

/** What is in the tray, and what became of the last press. */
export type TrayState = { tools: readonly Collected[]; message: string }

let state: TrayState = { tools: read(), message: '' }
const listeners = new Set<() => void>()

function read(): Collected[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isCollected).slice(0, MAX_COMPARED) : []
  } catch {
    // Blocked, or something else's.
    return []
  }
}

function isCollected(tool: unknown): tool is Collected {
  if (typeof tool !== 'object' || tool === null || !('slug' in tool && 'name' in tool)) return false
  return typeof tool.slug === 'string' && typeof tool.name === 'string'
}

export const getTray = () => state

/** Calls back after every change, of other tabs too; returns the way to stop. */
export function subscribeToTray(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return
    state = { tools: read(), message: '' }
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

function set(tools: readonly Collected[], message: string): void {
  state = { tools, message }
  try {
    if (tools.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(tools))
  } catch {
    // Storage is blocked: what is collected holds for this page.
  }
  for (const listener of listeners) listener()
}

/** Adds a tool, unless there is no room, or takes it out. */
export function toggle({ slug, name }: Collected): void {
  const { tools } = state
  const rest = tools.filter((tool) => tool.slug !== slug)
  if (rest.length < tools.length) set(rest, messages.removed(name, rest.length))
  else if (tools.length === MAX_COMPARED) set(tools, messages.full)
  else set([...tools, { slug, name }], messages.added(name, tools.length + 1))
}

/** Takes a tool out, if it is in. */
export function remove(slug: string): void {
  const tool = state.tools.find((entry) => entry.slug === slug)
  if (tool) toggle(tool)
}

export const clear = (): void => set([], messages.cleared)
