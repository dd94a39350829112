import { Progress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InvoiceRow } from '#api/money/contracts/invoice.ts'
import { UNDER_WAY } from '#api/money/contracts/invoice-steps.ts'
import { StatusChip } from '#web/ui/status.tsx'
import styles from './invoices.module.css'
import { LOOK_AGAIN_MS } from './invoices-api.ts'

type UnderWayProps = Pick<InvoiceRow, 'under_way' | 'under_way_done' | 'under_way_of'>

/** What is going on with an invoice and how far it is, whoever pressed it and whatever was reloaded meanwhile. */
export function UnderWay({ under_way: what, under_way_done: done, under_way_of: of }: UnderWayProps) {
  if (what === null) return null
  const word = UNDER_WAY[what as keyof typeof UNDER_WAY]
  const share = done === null || of === null || of === 0 ? 0 : (done / of) * 100
  return (
    <div className={styles['underWay']} role="status">
      <span>
        {word}: {(done ?? 0).toLocaleString('en-NG')} of {(of ?? 0).toLocaleString('en-NG')}
      </span>
      <Progress value={share} size="sm" aria-label={`${word}, how far it is`} />
    </div>
  )
}

/** An invoice's status on a list; while something is under way the list is read again until it has come to its end. */
export function InvoiceStatus({ row, list }: { readonly row: InvoiceRow; readonly list: string }) {
  if (row.under_way === null) return <StatusChip status={row.status} />
  return (
    <>
      <UnderWay {...row} />
      <ReadAgain list={list} />
    </>
  )
}

function ReadAgain({ list }: { readonly list: string }) {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: [list] }), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [client, list])
  return null
}
