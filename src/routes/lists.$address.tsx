import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { report } from '#messages/list-page.js'
import { StructuredData } from '~/components/structured-data'
import { memberListData } from '~/features/catalogue/structured-data'
import { FlagProvider, ReportButton } from '~/features/flags/flag-provider'
import { ListPage } from '~/features/lists/list-page'
import { listQuery, loadList } from '~/features/lists/lists-data'
import { loadedHead } from '~/lib/seo'

/** A member's public list. */
export const Route = createFileRoute('/lists/$address')({
  loader: ({ context: { queryClient, site }, params: { address } }) => loadList(queryClient, site, address),
  head: loadedHead,
  component: List,
})

function List() {
  const { address } = Route.useParams()
  const { data: list } = useSuspenseQuery(listQuery(address))
  return (
    <>
      <StructuredData describe={() => memberListData(list)} />
      <FlagProvider>
        <ListPage
          key={list.id}
          list={list}
          report={
            <ReportButton subject={{ kind: 'list', id: list.id }} className="link target">
              {report}
            </ReportButton>
          }
        />
      </FlagProvider>
    </>
  )
}
