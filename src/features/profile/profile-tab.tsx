import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as messages from '#messages/profile.js'
import { Fact } from '~/components/ui/fact'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDay } from '~/lib/dates'
import { OwnPage } from './own-page'
import { profileQuery } from './profile-data'
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
  if (error && !profile) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!profile) return <ProfileSkeleton />
  return (
    <>
      <div className="grid grid-cols-1 gap-10 md:grid-cols-[minmax(0,1fr)_260px]">
        <ProfileForm profile={profile} onStale={() => refetch()} />
        <dl className="grid content-start gap-5 text-sm">
          {signIn}
          <Fact name={messages.memberSince}>{formatDay(profile.created_at)}</Fact>
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
        {messages.loading}
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
