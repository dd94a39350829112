import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { BillCards, BillCardsSkeleton } from './bill-cards.tsx'
import { myBillsQuery } from './my-billing-api.ts'
import styles from './my-billing.module.css'

/** What the signed-in patient was treated with and what it cost (spec, S031), as cards for a phone. */
export default function MyBillingScreen() {
  const filter = useListFilter()
  const { from, to } = filter
  return (
    <div className={styles['page']}>
      <Screen title="My billing history" intro="Your treatments, where you had them and what they cost.">
        <FilterBar filter={filter} dates />
        <Bills key={`${from} ${to}`} from={from} to={to} />
      </Screen>
    </div>
  )
}

function Bills({ from, to }: { from: string; to: string }) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(myBillsQuery(from, to))
  if (isPending) return <BillCardsSkeleton count={3} />
  if (data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />
  const bills = data.pages.flatMap((page) => page.data.data)
  if (bills.length === 0)
    return from === '' && to === '' ? (
      <EmptyState
        title="You do not have any billing yet"
        hint="A hospital's bills appear here once it has treated you."
      />
    ) : (
      <EmptyState title="No bills between these dates" hint="Choose other dates to see more." />
    )
  return (
    <>
      <BillCards bills={bills} />
      {isFetchNextPageError && <ErrorState error={error} onRetry={() => fetchNextPage()} />}
      {hasNextPage && !isFetchNextPageError && (
        <Button variant="default" size="lg" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </>
  )
}
