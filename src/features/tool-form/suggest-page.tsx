import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/contribute.js'
import { readProposed } from '~/components/contributions/proposed-changes'
import { FormSkeleton, Loaded } from '~/components/form/form-states'
import { EmptyState } from '~/components/ui/empty-state'
import { ToolLink } from '~/components/ui/tool-link'
import { UnsavedChanges } from '~/components/unsaved-changes'
import { useSite } from '~/lib/site-data'
import { useFacts } from '~/lib/use-facts'
import { contributionQueries, type OwnContribution } from './contribution-data'
import { ContributionPage, WhoMay } from './contribution-page'
import { contributionValues } from './contribution-values'
import { CorrectionForm } from './correction-form'
import { ProblemForm } from './problem-form'
import type { OpenedTool } from './tool-form-data'

export type SuggestSearch = {
  /** What is sent: a change, unless it is a problem. */
  about?: 'problem' | undefined
  /** The id of what waits and is changed. */
  edit?: string | undefined
}

type Props = {
  user: User
  slug: string
  search: SuggestSearch
  /** Who makes it may suggest changes, whoever else may. */
  isMaker: boolean
  onSent: () => void
}

const TAB =
  'border-b-2 border-transparent pt-0.5 pb-2.5 pointer-coarse:py-2.5 text-[15px] text-ink-soft hover:text-ink'
const OPEN_TAB = { className: 'border-accent! text-ink! font-medium' }

const WAITING = { skeleton: <FormSkeleton fields={4} />, className: 'mt-8' }

/** A member suggests a change of a tool, or reports a problem with it. */
export function SuggestPage({ user, slug, search, isMaker, onSent }: Props) {
  const site = useSite()
  const tool = useQuery(contributionQueries.tool(slug))
  const isProblem = search.about === 'problem'
  const name = tool.data?.tool.name
  return (
    <ContributionPage
      title={isProblem ? common.reportAProblem : common.suggestAChange}
      intro={
        <>
          <span className="mb-1 block min-h-lh pointer-coarse:min-h-11">
            {name !== undefined && (
              <ToolLink slug={slug} className="link target font-medium text-ink">
                {name}
              </ToolLink>
            )}
          </span>
          {isProblem ? messages.problemIntro : messages.suggestIntro}
        </>
      }
    >
      <WhoMay user={user} isMaker={isMaker && !isProblem}>
        {search.edit === undefined && (
          <nav aria-label={messages.kinds} className="mt-7 flex gap-6 border-line border-b">
            {([undefined, 'problem'] as const).map((about) => (
              <Link
                key={about ?? 'change'}
                to="/suggest/$slug"
                params={{ slug }}
                search={{ about }}
                replace
                activeOptions={{ exact: true, includeSearch: true }}
                activeProps={OPEN_TAB}
                className={TAB}
              >
                {about ? common.reportAProblem : common.suggestAChange}
              </Link>
            ))}
          </nav>
        )}
        <Loaded
          query={tool}
          missing={<EmptyState title={messages.contributeErrors.contributionGone(site)} />}
          {...WAITING}
        >
          {(opened) =>
            search.edit === undefined ? (
              <Forms key={slug} userId={user.id} opened={opened} {...{ slug, isProblem, onSent }} />
            ) : (
              <Changed userId={user.id} opened={opened} id={search.edit} {...{ slug, onSent }} />
            )
          }
        </Loaded>
      </WhoMay>
    </ContributionPage>
  )
}

type FormsProps = {
  userId: string
  opened: OpenedTool
  slug: string
  isProblem: boolean
  own?: OwnContribution
  onSent: () => void
}

function Forms({ opened, slug, isProblem, own, onSent }: FormsProps) {
  const facts = useFacts()
  const sent = { note: own?.note ?? '', id: own?.id }
  const sentLogo = own?.logo ?? null
  const [isChangeUnsaved, setChangeUnsaved] = useState(false)
  const [isProblemUnsaved, setProblemUnsaved] = useState(false)
  // Both stay mounted, so that what is typed stays.
  return (
    <>
      <div hidden={isProblem}>
        <CorrectionForm
          {...sent}
          sentLogo={sentLogo}
          opened={opened}
          slug={slug}
          start={contributionValues(opened, readProposed(own?.proposed), facts)}
          names={readProposed(own?.category_names)}
          onSent={onSent}
          onUnsaved={setChangeUnsaved}
        />
      </div>
      <div hidden={!isProblem}>
        <ProblemForm
          {...sent}
          toolId={opened.tool.id}
          problem={own?.problem ?? null}
          onSent={onSent}
          onUnsaved={setProblemUnsaved}
        />
      </div>
      {(isChangeUnsaved || isProblemUnsaved) && <UnsavedChanges />}
    </>
  )
}

/** One of the member's own that waits. */
function Changed({ id, userId, ...props }: Omit<FormsProps, 'isProblem' | 'own'> & { id: string }) {
  const own = useQuery({
    ...contributionQueries.own(userId, id),
    select: (own) => (own?.state === 'waiting' && own.tool_id === props.opened.tool.id ? own : null),
  })
  return (
    <Loaded query={own} missing={<EmptyState title={messages.notWaiting} />} {...WAITING}>
      {(own) => <Forms userId={userId} {...props} own={own} isProblem={own.kind === 'problem'} />}
    </Loaded>
  )
}
