import type { User } from '@supabase/auth-js'
import { Tabs } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import * as common from '#messages/common.js'
import { profile } from '#messages/guarded-heads.js'
import { notices as noticesLabel } from '#messages/notices.js'
import * as messages from '#messages/profile.js'
import { saved as savedLabel } from '#messages/saved.js'
import { TabList, tabProps } from '~/components/ui/tab'
import { DIRECTION } from '~/lib/texts'
import type { OwnUpvote } from './own-upvotes-data'
import { OwnUpvotesTab } from './own-upvotes-tab'
import { ProfileTab } from './profile-tab'
import { asProfileTab, type ProfileTabName } from './profile-tabs'

type ProfilePageProps = {
  user: User
  tab: ProfileTabName
  onTab: (tab: ProfileTabName) => void
  onEditUpvote: (upvote: OwnUpvote) => void
  onUpvoteDeleted: (toolId: string) => Promise<void>
  submissions: ReactNode
  saved: ReactNode
  notices: ReactNode
} & Pick<ComponentProps<typeof ProfileTab>, 'signIn' | 'ownData'>

const PANEL = 'pt-8'

/** Section 2, Profile. */
export function ProfilePage(props: ProfilePageProps) {
  const { user, tab, onTab, onEditUpvote, onUpvoteDeleted, saved, notices, submissions, ...own } = props
  return (
    <div className="wrap pt-10 pb-20 md:pt-16">
      <h1 className="display text-[38px] md:text-[52px]">{messages.yourProfile}</h1>
      <p className="mt-3 text-[17px] text-ink-soft">{profile.description}</p>
      <Tabs.Root dir={DIRECTION} value={tab} onValueChange={(value) => onTab(asProfileTab(value))}>
        <TabList label={messages.yourProfile} selected={tab} className="mt-8">
          <Tabs.Trigger value="profile" {...tabProps}>
            {common.profile}
          </Tabs.Trigger>
          <Tabs.Trigger value="upvotes" {...tabProps}>
            {messages.myUpvotes}
          </Tabs.Trigger>
          <Tabs.Trigger value="saved" {...tabProps}>
            {savedLabel}
          </Tabs.Trigger>
          <Tabs.Trigger value="submissions" {...tabProps}>
            {messages.mySubmissions}
          </Tabs.Trigger>
          <Tabs.Trigger value="notices" {...tabProps}>
            {noticesLabel}
          </Tabs.Trigger>
        </TabList>
        {/* Stays mounted while the other tab is selected, so that typed text is kept. */}
        <Tabs.Content
          value="profile"
          forceMount
          // Its content is focusable by itself.
          tabIndex={undefined}
          className={`${PANEL} data-[state=inactive]:hidden`}
        >
          <ProfileTab user={user} {...own} />
        </Tabs.Content>
        <Tabs.Content value="upvotes" tabIndex={undefined} className={PANEL}>
          <OwnUpvotesTab user={user} onEdit={onEditUpvote} onDeleted={onUpvoteDeleted} />
        </Tabs.Content>
        <Tabs.Content value="saved" tabIndex={undefined} className={PANEL}>
          {saved}
        </Tabs.Content>
        <Tabs.Content value="submissions" tabIndex={undefined} className={PANEL}>
          {submissions}
        </Tabs.Content>
        <Tabs.Content value="notices" tabIndex={undefined} className={PANEL}>
          {notices}
        </Tabs.Content>
      </Tabs.Root>
    </div>
  )
}
