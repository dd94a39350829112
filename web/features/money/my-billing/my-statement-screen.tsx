import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { OwnStatement } from '#api/money/contracts/wallet.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { dateText, today } from '#web/ui/dates.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Money } from '#web/ui/money.tsx'
import { Facts, Screen } from '#web/ui/screen.tsx'
import { myStatementQuery } from './my-billing-api.ts'
import styles from './my-billing.module.css'

/** The signed-in patient's wallet as a bank states an account: opening balance, movements, closing balance, for a period. */
export default function MyStatementScreen() {
  const filter = useListFilter()
  const { from, to } = filter
  const { data, isPending, error, refetch } = useQuery(myStatementQuery(from, to))
  const print = (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} aria-hidden />}
      disabled={data === undefined}
      onClick={() => window.print()}
    >
      Print
    </Button>
  )
  return (
    <div className={styles['page']}>
      <Screen
        title="Wallet statement"
        intro="Money into your wallet, money out for your bills, and what is left."
        action={print}
      >
        <div data-chrome>
          <FilterBar filter={filter} dates />
        </div>
        {isPending && <Skeleton height={320} role="status" aria-label="Loading your statement" />}
        {!isPending && data === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
        {data && <Statement statement={data.data} from={from} to={to} />}
      </Screen>
    </div>
  )
}

function Statement({ statement, from, to }: { statement: OwnStatement; from: string; to: string }) {
  const user = useUser()
  const { movements, opening, closing, received, paid, hospital, is_cut: isCut } = statement
  const until = to === '' || to > today() ? today() : to
  return (
    <>
      <Facts
        items={[
          {
            name: 'Patient',
            value: `${user.first_name} ${user.last_name}${user.patient === null ? '' : `, ${user.patient.chf_id}`}`,
          },
          { name: 'Hospital', value: hospital?.coe_name },
          { name: 'Period', value: `${from === '' ? 'From the beginning' : dateText(from)} to ${dateText(until)}` },
        ]}
      />
      {isCut && (
        <p>Earlier movements of this period are in the opening balance. Choose a shorter period to see them.</p>
      )}
      <table className={styles['statement']}>
        <caption>Movements of your wallet, oldest first</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">What</th>
            <th scope="col">In (NGN)</th>
            <th scope="col">Out (NGN)</th>
            <th scope="col">Balance (NGN)</th>
          </tr>
        </thead>
        <tbody>
          <Sum words="Opening balance" balance={opening} />
          {movements.map((movement, index) => (
            <Movement key={index} movement={movement} />
          ))}
        </tbody>
        <tfoot>
          <Sum words="Closing balance" received={received} paid={paid} balance={closing} />
        </tfoot>
      </table>
      {movements.length === 0 && (
        <EmptyState title="No movements in this period" hint="Choose other dates to see more." />
      )}
    </>
  )
}

type SumProps = {
  readonly words: string
  readonly received?: string
  readonly paid?: string
  readonly balance: string
}

function Sum({ words, received, paid, balance }: SumProps) {
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {words}
      </th>
      <td data-label="In">{received !== undefined && <Money naira={received} bare />}</td>
      <td data-label="Out">{paid !== undefined && <Money naira={paid} bare />}</td>
      <td data-label="Balance">
        <Money naira={balance} bare />
      </td>
    </tr>
  )
}

function Movement({ movement }: { movement: OwnStatement['movements'][number] }) {
  const { at, what, coe_name: hospital, bill_id: bill, received, paid, balance } = movement
  return (
    <tr>
      <td>
        <DateText value={at} />
      </td>
      <td>
        {bill === null ? what : <Link to={`/users/billing_history/${encodeURIComponent(bill)}`}>{what}</Link>}
        {hospital !== null && <span className={styles['where']}>{hospital}</span>}
      </td>
      <td data-label="In">{received !== null && <Money naira={received} bare />}</td>
      <td data-label="Out">{paid !== null && <Money naira={paid} bare />}</td>
      <td data-label="Balance">
        <Money naira={balance} bare />
      </td>
    </tr>
  )
}
