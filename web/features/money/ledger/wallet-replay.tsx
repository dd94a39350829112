import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { BalanceHistory } from '#api/money/contracts/ledger.ts'
import { useAddressParams } from '#web/shell/address-params.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Money } from '#web/ui/money.tsx'
import { Cards, Figure, Panel } from '#web/ui/screen.tsx'
import { BalanceChart } from './balance-chart.tsx'
import { accountQuery, balanceHistoryQuery } from './ledger-api.ts'
import { momentOf } from './moments.ts'
import { MomentSlider } from './moment-slider.tsx'
import { MovementsGrid } from './movements-grid.tsx'
import { ProofPanel } from './proof-panel.tsx'
import { RawEvent } from './raw-event.tsx'
import { useMoment } from './use-moment.ts'

/** One account replayed: its balance at a moment, over time, proved, and every movement in order. */
export function WalletReplay({ account }: { account: string }) {
  const filter = useListFilter()
  const { as_of, as_of_position } = filter.query
  const view = useQuery(accountQuery(account, { as_of, as_of_position }))
  const history = useQuery(balanceHistoryQuery(account))
  const [params, change] = useAddressParams()
  const event = params.get('event') ?? ''
  const openEvent = (id: string, stream: string) => change({ event: id || undefined, stream: stream || undefined })
  if (view.isPending) return <Skeleton height={420} aria-label="Loading the wallet" />
  if (view.isError && !view.data) return <ErrorState error={view.error} onRetry={() => view.refetch()} />
  const found = view.data.data
  const points = history.data?.data.points
  const asked = /^position:(\d+)$/.exec(filter.asOf)?.[1]
  // A position is known before the answer about it is there.
  const shown = momentOf(points ?? [], asked === undefined ? found.position : Number(asked))
  return (
    <>
      <FilterBar filter={filter} dates>
        <AsOfControl filter={filter} />
      </FilterBar>
      {view.isError && <ErrorState error={view.error} onRetry={() => view.refetch()} />}
      <Cards>
        <Figure
          name={filter.asOf === '' ? 'Balance' : 'Balance at that moment'}
          value={<Money naira={found.balance} />}
          note={`At log position ${found.position}, after ${found.movements} movement${found.movements === 1 ? '' : 's'}`}
        />
        <Figure name="Money in" value={<Money naira={found.credits} />} note="Credits up to then" />
        <Figure name="Money out" value={<Money naira={found.debits} />} note="Debits up to then" />
      </Cards>
      {history.isError && <ErrorState error={history.error} onRetry={() => history.refetch()} />}
      {points?.length === 0 && <EmptyState title="No data available" hint="No money has moved on this account yet." />}
      {points !== undefined && points.length > 0 && (
        <Replay points={points} isSampled={history.data?.data.is_sampled ?? false} shown={shown} filter={filter} />
      )}
      <ProofPanel
        account={found}
        moment={filter.asOf === '' ? undefined : found.position}
        isComing={view.isPlaceholderData}
      />
      <MovementsGrid
        account={account}
        filter={filter}
        current={points?.[shown - 1]?.position}
        onOpen={(id) => openEvent(id, '')}
      />
      {event !== '' && (
        <RawEvent
          id={event}
          stream={params.get('stream') ?? ''}
          onOpen={({ id, stream }) => openEvent(id, stream)}
          onClose={() => openEvent('', '')}
        />
      )}
    </>
  )
}

type ReplayProps = {
  readonly points: BalanceHistory['points']
  readonly isSampled: boolean
  /** How many movements had happened at the moment that the screen shows. */
  readonly shown: number
  readonly filter: Pick<ReturnType<typeof useListFilter>, 'set'>
}

/** The chart and the slider below it, a step for each movement and one moment for both; where the slider rests the whole screen follows. */
function Replay({ points, isSampled, shown, filter }: ReplayProps) {
  const { set } = filter
  const rest = useCallback(
    (moment: number) => {
      const first = points[0]?.position ?? 1
      const position = moment === 0 ? first - 1 : points[moment - 1]?.position
      set({ as_of: moment === points.length || position === undefined ? '' : `position:${position}` })
    },
    [points, set],
  )
  const [at, move] = useMoment(shown, rest)
  return (
    <Panel title="Balance at any moment">
      <BalanceChart points={points} at={at} />
      <MomentSlider points={points} at={at} onMove={move} />
      {isSampled && <p>This account has many movements, so the slider stops at some of them.</p>}
    </Panel>
  )
}
