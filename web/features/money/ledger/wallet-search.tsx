import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Money } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { walletsQuery } from './ledger-api.ts'
import styles from './ledger.module.css'

/** Finds the pool, an allocation or a patient's wallet. What is typed may be a name, so it stays out of the URL. */
export function WalletSearch() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const wallets = useQuery(walletsQuery(search))
  const isAnswered = search === typed.trim() && wallets.data !== undefined
  const choices = isAnswered ? wallets.data.data : []
  return (
    <Panel title="Find a wallet">
      <TextField
        type="search"
        label="Patient CHF ID or name, hospital, or pool"
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        maxLength={120}
        onChange={setTyped}
      />
      {!isAnswered && !wallets.isError && <Skeleton height={200} mt="md" aria-label="Loading wallets" />}
      {wallets.isError && <ErrorState error={wallets.error} onRetry={() => wallets.refetch()} />}
      {isAnswered && choices.length === 0 && (
        <EmptyState title="No data available" hint="No wallet matches. A CHF ID looks like CHF-000123." />
      )}
      {choices.length > 0 && (
        <ul className={styles['choices']} aria-label="Wallets">
          {choices.map(({ account, name, person, balance }) => (
            <li key={account}>
              <Link to={`/ledger/wallets/${encodeURIComponent(account)}`}>
                <span>
                  {name}
                  {person !== null && <small>{person}</small>}
                </span>
                <Money naira={balance} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
