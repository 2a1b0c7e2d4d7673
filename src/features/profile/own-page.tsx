import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as messages from '#messages/profile.js'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import { ownPageMutation, type Profile } from './profile-data'

/** Whether everybody may open the member's page; saved at once. */
export function OwnPage({ profile }: { profile: Profile }) {
  const site = useSite()
  const { mutate, isPending } = useMutation(ownPageMutation(profile.id))
  return (
    <section className="mt-12 border-line border-t pt-8">
      <h2 className="display text-[26px]">{messages.yourPage}</h2>
      <p className="mt-3 max-w-[58ch] text-[15px] text-ink-soft">{messages.yourPageHelp(site)}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2 text-[15px]">
        <label className="target gap-2.5">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-accent"
            checked={profile.has_page}
            disabled={isPending}
            onChange={({ currentTarget }) =>
              mutate(currentTarget.checked, { onSuccess: () => notify.success(messages.yourPageSaved) })
            }
          />
          {messages.showYourPage}
        </label>
        {profile.has_page && (
          <Link
            to="/members/$username"
            params={{ username: profile.username.toLowerCase() }}
            className="link target"
          >
            {messages.openYourPage}
          </Link>
        )}
      </div>
    </section>
  )
}
