import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { PaidAt } from '#api/catalogue/contracts/coe.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Facts, Panel } from '#web/ui/screen.tsx'
import styles from './payments.module.css'

/** Where a hospital is paid, as a part of a record; `null` where its events do not hold. */
export function PaidAtPanel({ paidAt }: { paidAt: PaidAt | null }) {
  return (
    <Panel title="Where the hospital is paid">
      {paidAt === null ? (
        <p role="alert">The hospital&apos;s records failed a check, so its bank details cannot be shown.</p>
      ) : (
        <PaidAtFacts paidAt={paidAt} />
      )}
    </Panel>
  )
}

/** Where the hospital of a payment is paid, and what of that is new since it was initiated. */
function PaidAtFacts({ paidAt }: { paidAt: PaidAt }) {
  const { bank } = paidAt
  return (
    <div className={styles['parts']}>
      <PaidAtWarning paidAt={paidAt} />
      {bank !== null && (
        <Facts
          items={[
            { name: 'Bank', value: bank.bank_name },
            { name: 'Account name', value: bank.bank_account_name },
            { name: 'Account number', value: bank.bank_account_number },
            { name: 'Sort code', value: bank.bank_sort_code },
            { name: 'Confirmed by', value: bank.bank_confirmed_by },
            { name: 'Confirmed at', value: <DateText value={bank.bank_confirmed_at} time /> },
          ]}
        />
      )}
    </div>
  )
}

/** The same of the hospitals of a step, a sentence for each, before it is confirmed. */
export function PaidAtList({ paidAt }: { paidAt: readonly PaidAt[] }) {
  return (
    <ul className={styles['paidAt']} aria-label="Where the hospitals are paid">
      {paidAt.map((one) => (
        <li key={one.coe_id}>
          {one.bank !== null && (
            <p>
              {one.coe_name} is paid at {one.bank.bank_name}, account {one.bank.bank_account_number} (
              {one.bank.bank_account_name}), sort code {one.bank.bank_sort_code}.
            </p>
          )}
          <PaidAtWarning paidAt={one} />
        </li>
      ))}
    </ul>
  )
}

function PaidAtWarning({
  paidAt: { coe_name: name, bank, is_newer: isNewer, is_changing: isChanging },
}: {
  paidAt: PaidAt
}) {
  if (bank !== null && !isNewer && !isChanging) return null
  return (
    <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />}>
      {bank === null && <div>No bank details are confirmed for {name} yet.</div>}
      {bank !== null && isNewer && (
        <div>
          These bank details changed after the payment began: {bank.bank_confirmed_by} confirmed them on{' '}
          <DateText value={bank.bank_confirmed_at} time />, after it was initiated.
        </div>
      )}
      {isChanging && <div>Other bank details of {name} must be confirmed by a second person.</div>}
    </Alert>
  )
}
