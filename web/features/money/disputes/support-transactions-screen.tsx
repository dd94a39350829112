import { Outlet } from 'react-router-dom'
import { Screen } from '#web/ui/screen.tsx'
import { TransactionSearch } from './transaction-search.tsx'

/** Transactions by their number, for who supports (spec, S066; open-questions Q094). */
export default function SupportTransactionsScreen() {
  return (
    <Screen title="Transactions search" intro="Find a bill by its number, and see how far its payment is.">
      <TransactionSearch />
      <Outlet />
    </Screen>
  )
}
