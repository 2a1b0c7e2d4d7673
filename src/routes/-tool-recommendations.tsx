import { AnswerButton } from '~/features/answers/answer-button'
import { MakerAnswer } from '~/features/answers/maker-answer'
import type { ToolRow } from '~/features/catalogue/tool-page-data'
import { FlagButton, FlagProvider } from '~/features/flags/flag-provider'
import { Recommendations } from '~/features/upvotes/recommendations'
import type { RecommendationSort } from '~/features/upvotes/recommendations-data'
import { useRefreshRecommendations } from '~/features/upvotes/use-refresh-recommendations'
import { useSession } from '~/lib/session'

type Props = {
  tool: ToolRow
  sort: RecommendationSort
  upvoted: boolean
  /** Whether the person makes the tool: they may answer. */
  isMaker: boolean
}

/** A tool's recommendations with what may be done about them: reported, and answered by who makes it. */
export function ToolRecommendations({ isMaker, ...props }: Props) {
  const { user } = useSession()
  const refresh = useRefreshRecommendations(props.tool.id)
  return (
    <FlagProvider onFlagged={refresh}>
      <Recommendations
        {...props}
        renderAction={({ id, user_id, answer }, writerId) => (
          <>
            {isMaker && answer === null && (
              <AnswerButton
                upvoteId={id}
                standing={null}
                writerId={writerId}
                className="ms-2.5"
                onSaved={refresh}
              />
            )}
            <FlagButton subject={{ kind: 'recommendation', id }} authorId={user_id} writerId={writerId} />
          </>
        )}
        renderAnswer={(item) => (
          <MakerAnswer
            item={item}
            renderAction={(writerId) =>
              isMaker && item.maker_id === user?.id ? (
                <AnswerButton
                  upvoteId={item.id}
                  standing={item.answer}
                  writerId={writerId}
                  className="ms-auto"
                  onSaved={refresh}
                />
              ) : (
                item.answer_id !== null &&
                item.maker_id !== null && (
                  <FlagButton
                    subject={{ kind: 'answer', id: item.answer_id }}
                    authorId={item.maker_id}
                    writerId={writerId}
                  />
                )
              )
            }
          />
        )}
      />
    </FlagProvider>
  )
}
