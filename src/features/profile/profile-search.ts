export type ProfileTabName = 'profile' | 'upvotes'

/** Search parameters of /profile: the selected tab, kept by reload and Back; the default is omitted. */
export function readProfileSearch({ tab }: Record<string, unknown>): { tab?: 'upvotes' | undefined } {
  return { tab: tab === 'upvotes' ? tab : undefined }
}
