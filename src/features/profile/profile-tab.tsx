import type { User } from '@supabase/auth-js'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/profile.js'
import { Fact } from '~/components/ui/fact'
import { Pending } from '~/components/ui/pending'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDay } from '~/lib/dates'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import { ownPageMutation, type Profile, profileQuery } from './profile-data'
import { ProfileForm } from './profile-form'

type ProfileTabProps = {
  user: User
  /** Facts about signing in. */
  signIn: ReactNode
  /** The section about the person's data. */
  ownData: (username: string) => ReactNode
}

/** Section 2, Profile tab: names to edit, what the person signs in with, date of joining; below them the person's data. */
export function ProfileTab({ user, signIn, ownData }: ProfileTabProps) {
  const { data: profile, error, refetch } = useQuery(profileQuery(user.id))
  if (!profile) return <Pending query={{ error, refetch }} skeleton={<ProfileSkeleton />} />
  return (
    <>
      <div className="grid grid-cols-1 gap-10 md:grid-cols-[minmax(0,1fr)_260px]">
        <ProfileForm profile={profile} onStale={() => refetch()} />
        <dl className="grid content-start gap-5 text-sm">
          {signIn}
          <Fact name={common.memberSince}>{formatDay(profile.created_at)}</Fact>
        </dl>
      </div>
      <OwnPage profile={profile} />
      {ownData(profile.username)}
    </>
  )
}

function ProfileSkeleton() {
  return (
    <div className="grid max-w-[420px] gap-[18px]">
      <p role="status" className="sr-only">
        {common.loading}
      </p>
      {['name', 'username'].map((field) => (
        <div key={field} className="grid gap-2.5">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-11 rounded-control" />
        </div>
      ))}
      <Skeleton className="h-11 w-36 rounded-xl" />
    </div>
  )
}

/** Whether everybody may open the member's page; saved at once. */
function OwnPage({ profile }: { profile: Profile }) {
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
              mutate(currentTarget.checked, { onSuccess: () => notify.success(common.choiceSaved) })
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
