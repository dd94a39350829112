import type { TransactionRow } from '#api/money/contracts/transaction.ts'

/** Whether a bill is held up by an open dispute: lists mark its row. */
export const isDisputed = ({ is_disputed: open }: Pick<TransactionRow, 'is_disputed'>): boolean => open
