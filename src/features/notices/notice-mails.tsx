import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/notice-mails.js'
import { useViewer } from '~/components/layout/use-viewer'
import { LoadFailure } from '~/components/ui/load-failure'
import { Select } from '~/components/ui/select'
import { Skeleton } from '~/components/ui/skeleton'
import { notify } from '~/lib/notify'
import { CHOICES, noticeMailsMutation, noticeMailsQuery, TOPICS, WISHES } from './notice-mails-data'

/** Which notices the person wants by mail too; each choice is saved at once. */
export function NoticeMails({ userId }: { userId: string }) {
  const wishes = useQuery(noticeMailsQuery(userId))
  const { mutate, isPending } = useMutation(noticeMailsMutation(userId))
  const { role } = useViewer()
  const id = useId()
  if (wishes.error && !wishes.data)
    return <LoadFailure error={wishes.error} onRetry={() => wishes.refetch()} />
  return (
    <section className="mt-12 border-line border-t pt-8">
      <h2 className="display text-[26px]">{messages.title}</h2>
      <p className="mt-3 max-w-[58ch] text-[15px] text-ink-soft">{messages.help}</p>
      <div className="mt-5 grid max-w-[640px] gap-4">
        {TOPICS.filter((topic) => topic !== 'waiting' || role).map((topic) => (
          <div key={topic} className="grid items-center gap-x-6 gap-y-2 md:grid-cols-[1fr_200px]">
            <label htmlFor={id + topic} className="text-[15px]">
              {messages.topics[topic]}
            </label>
            {wishes.data ? (
              <Select
                id={id + topic}
                value={wishes.data[topic] ?? 'off'}
                disabled={isPending}
                onChange={({ currentTarget }) =>
                  mutate(
                    { ...wishes.data, [topic]: WISHES.find((wish) => wish === currentTarget.value) },
                    { onSuccess: () => notify.success(common.choiceSaved) },
                  )
                }
              >
                {CHOICES.map((wish) => (
                  <option key={wish} value={wish}>
                    {messages.wishes[wish]}
                  </option>
                ))}
              </Select>
            ) : (
              <Skeleton className="h-11 rounded-control" />
            )}
          </div>
        ))}
      </div>
    </section>
  )
}
