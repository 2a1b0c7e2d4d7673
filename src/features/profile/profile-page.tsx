import type { User } from '@supabase/auth-js'
import { Tabs } from 'radix-ui'
import type { ComponentProps } from 'react'
import * as messages from '#messages/profile.js'
import { tabProps } from '~/components/ui/tab'
import { DIRECTION } from '~/lib/texts'
import { OwnUpvotesTab } from './own-upvotes-tab'
import { ProfileTab } from './profile-tab'

type ProfileTabName = 'profile' | 'upvotes'

type ProfilePageProps = {
  user: User
  tab: ProfileTabName
  onTab: (tab: ProfileTabName) => void
  onUpvoteDeleted: (toolId: string) => Promise<void>
} & Pick<ComponentProps<typeof ProfileTab>, 'signIn' | 'ownData'>

const PANEL = 'pt-8'

/** Section 2, Profile. */
export function ProfilePage({ user, tab, onTab, onUpvoteDeleted, signIn, ownData }: ProfilePageProps) {
  return (
    <div className="wrap pt-10 pb-20 md:pt-16">
      <h1 className="display text-[38px] md:text-[52px]">{messages.yourProfile}</h1>
      <p className="mt-3 text-[17px] text-ink-soft">{messages.profileSubtitle}</p>
      <Tabs.Root
        dir={DIRECTION}
        value={tab}
        onValueChange={(value) => onTab(value === 'upvotes' ? 'upvotes' : 'profile')}
      >
        <Tabs.List aria-label={messages.yourProfile} className="mt-8 flex gap-6 border-line border-b">
          <Tabs.Trigger value="profile" {...tabProps}>
            {messages.profile}
          </Tabs.Trigger>
          <Tabs.Trigger value="upvotes" {...tabProps}>
            {messages.myUpvotes}
          </Tabs.Trigger>
        </Tabs.List>
        {/* Stays mounted while the other tab is selected, so that typed text is kept. */}
        <Tabs.Content
          value="profile"
          forceMount
          // Its content is focusable by itself.
          tabIndex={undefined}
          className={`${PANEL} data-[state=inactive]:hidden`}
        >
          <ProfileTab user={user} signIn={signIn} ownData={ownData} />
        </Tabs.Content>
        <Tabs.Content value="upvotes" tabIndex={undefined} className={PANEL}>
          <OwnUpvotesTab user={user} onDeleted={onUpvoteDeleted} />
        </Tabs.Content>
      </Tabs.Root>
    </div>
  )
}
