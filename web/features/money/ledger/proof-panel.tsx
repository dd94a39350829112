import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LedgerAccountView, Proof } from '#api/money/contracts/ledger.ts'
import { dateTimeText } from '#web/ui/dates.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { WithReason } from '#web/ui/with-reason.tsx'
import { Facts, Panel } from '#web/ui/screen.tsx'
import { proofQuery } from './ledger-api.ts'
import styles from './ledger.module.css'

type ProofPanelProps = {
  readonly account: LedgerAccountView
  /** The log position that the screen shows; undefined for now. */
  readonly moment: number | undefined
  /** Another moment has been asked for, and is not shown yet. */
  readonly isComing: boolean
}

/**
 * *Prove*: the server replays the wallet's events up to the moment shown against the hash chain and the read models;
 * green, or red. What was found of one moment is not shown at another.
 */
export function ProofPanel({ account, moment, isComing }: ProofPanelProps) {
  const proof = useQuery(proofQuery(account.account, moment))
  const why = account.is_wallet ? undefined : 'Only wallets have events of their own to replay'
  const button = (
    <WithReason reason={why}>
      <Button
        leftSection={<IconShieldCheck size={18} aria-hidden />}
        loading={proof.isFetching || isComing}
        disabled={why !== undefined}
        onClick={() => void proof.refetch()}
      >
        Prove
      </Button>
    </WithReason>
  )
  return (
    <Panel title="Proof" aside={button}>
      {!proof.data && !proof.isError && (
        <p className={styles['hint']}>
          Replays every event of this account from the log, and holds the hash chain, each line of the ledger and each
          balance of the read models against it
          {moment === undefined ? '.' : `, as it was at log position ${moment}.`}
        </p>
      )}
      {proof.isError && !proof.isFetching && <ErrorState error={proof.error} onRetry={() => proof.refetch()} />}
      {proof.data && !proof.isError && <Outcome proof={proof.data.data} isPast={moment !== undefined} />}
    </Panel>
  )
}

function Outcome({ proof, isPast }: { proof: Proof; isPast: boolean }) {
  const { difference } = proof
  const holds = difference === null
  const recorded = proof.recorded_at === null ? '' : `, recorded ${dateTimeText(proof.recorded_at)}`
  const upTo = `${isPast ? 'as it was at' : 'up to'} log position ${proof.up_to}${recorded}`
  const Icon = holds ? IconCheck : IconAlertTriangle
  return (
    <div className={styles['outcome']} data-holds={holds} role={holds ? 'status' : 'alert'}>
      <p>
        <Icon size={18} aria-hidden />
        {holds ? `Proved ${upTo}` : `Does not hold: the first difference is at log position ${difference.position}`}
      </p>
      <Facts
        items={
          holds
            ? [
                { name: 'Events replayed', value: proof.events },
                { name: 'Movements', value: proof.movements },
                { name: 'Balance by the events', value: <Money naira={proof.balance} /> },
                { name: 'Hash of the last event', value: proof.last_hash === '' ? 'No event yet' : proof.last_hash },
                ...proof.left_out.map(({ position, by, reason, at }) => ({
                  name: `Left out: log position ${position}`,
                  value: `It failed a check and does not count: ${by} decided so on ${at}: ${reason}`,
                })),
              ]
            : [
                { name: 'Proved', value: upTo },
                { name: 'What', value: difference.what },
                { name: 'Expected, by the events', value: difference.expected },
                { name: 'Found', value: difference.found },
                { name: 'Events that hold before it', value: proof.events },
              ]
        }
      />
    </div>
  )
}
