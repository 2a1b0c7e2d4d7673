import * as inbox from '#messages/inbox.js'

type Props = { id?: string; username: string; onPerson: (username: string) => void }

/** A member's name; opens what is known of them. */
export function PersonButton({ id, username, onPerson }: Props) {
  return (
    <button
      id={id}
      type="button"
      aria-haspopup="dialog"
      title={inbox.aboutMember({ name: `@${username}` })}
      onClick={() => onPerson(username)}
      className="relative z-1 min-w-0 max-w-full truncate rounded-md text-ink-soft underline decoration-transparent underline-offset-3 transition-colors hover:text-ink hover:decoration-accent pointer-coarse:min-h-11"
    >
      <bdi>@{username}</bdi>
    </button>
  )
}
