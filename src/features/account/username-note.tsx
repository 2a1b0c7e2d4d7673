type UsernameNoteProps = { checking: boolean; free: string | null; typed: string | undefined }

/** The line under a username field that has no mistake: the rule, the lookup under way, or that the name is free. */
export function UsernameNote({ checking, free, typed }: UsernameNoteProps) {
  if (checking) return 'Checking...'
  if (free !== null && free === typed?.trim()) return <span className="text-good">@{free} is available</span>
  return '3-30 letters, numbers, underscores or hyphens. Shown with what you recommend.'
}
