import type { ComponentProps } from 'react'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { ReadEach } from '#web/ui/read-each.tsx'
import { transactionQuery } from './transactions-api.ts'
import { TransactionRecord } from './transaction-record.tsx'

type ReadingProps = Omit<ComponentProps<typeof ReadEach<{ data: TransactionDetail }>>, 'kind' | 'query' | 'children'>

/** Reads a selection of bills one after the other, with the documents of each, before one decides about them. */
export function Reading(props: ReadingProps) {
  return (
    <ReadEach kind="transaction" query={transactionQuery} {...props}>
      {({ data }) => <TransactionRecord transaction={data} />}
    </ReadEach>
  )
}
