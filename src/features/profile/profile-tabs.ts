const TABS = ['profile', 'upvotes', 'saved', 'notices'] as const
export type ProfileTabName = (typeof TABS)[number]

/** The tab of that name, or the default. Apart from the page, which the parameters of its URL must not download. */
export const asProfileTab = (name: unknown): ProfileTabName => TABS.find((tab) => tab === name) ?? 'profile'
