export type ProfileTabName = 'profile' | 'upvotes'

/** Search parameters of /profile: the open tab, so that reload and Back keep it; the default one is not spelled. */
export function readProfileSearch({ tab }: Record<string, unknown>): { tab?: 'upvotes' | undefined } {
  return { tab: tab === 'upvotes' ? tab : undefined }
}
