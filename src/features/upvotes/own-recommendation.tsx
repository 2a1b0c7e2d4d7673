import { Link } from '@tanstack/react-router'
import { Quotation } from './quotation'
import type { OwnRecommendation as Own } from './upvotes-data'

/** The person's own recommendation above the list: while nobody else sees it, with why, or when they ask for it. */
export function OwnRecommendation({ own }: { own: Own }) {
  const why = whyHidden(own)
  return (
    <Quotation reason={own.reason} created_at={own.created_at} writer="You" isOwn>
      {why && (
        <span className="basis-full text-bad">
          {why}
          {own.flag_status === 'rejected' && !own.upvote_appeals && (
            <>
              {' '}
              <Link to="/profile" search={{ tab: 'upvotes' }} className="link">
                Appeal in your profile
              </Link>
            </>
          )}
        </span>
      )}
    </Quotation>
  )
}

function whyHidden({ flag_status, upvote_appeals: appeal }: Own): string | null {
  if (flag_status === 'pending')
    return 'Only you can see this: it is hidden while a moderator reviews a report.'
  if (flag_status !== 'rejected') return null
  if (appeal?.status === 'pending')
    return 'Only you can see this: it is hidden until your appeal is reviewed.'
  return 'Only you can see this: a moderator upheld a report.'
}
