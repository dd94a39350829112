import type { InvoiceCommand } from '#domain/money/invoice/standing.ts'
import type { TransactionCommand } from '#domain/money/transaction/transaction.ts'
import { ask, begin, complete as generated, sendBack } from '#tests/domain/money/invoice/invoices.ts'
import {
  cmdApprove,
  comeOn,
  dispute,
  leave,
  sendBack as sendBillBack,
  take,
  takeOn,
} from '#tests/domain/money/transaction/bills.ts'
import { billed } from './interleaved.ts'

type Commands<C> = () => readonly C[]

const initiated = () => [...billed(), take('initiate', 'ade')]

/** What two want of one bill, alone or for an invoice. */
export const ON_ONE_BILL: readonly (readonly [
  name: string,
  before: Commands<TransactionCommand>,
  calls: Commands<TransactionCommand>,
])[] = [
  [
    'two people and one step of a payment: once',
    initiated,
    () => [take('recommend', 'bisi'), take('recommend', 'chidi')],
  ],
  [
    'a step of a payment and its return: one of the two',
    initiated,
    () => [take('recommend', 'bisi'), sendBillBack('chidi', ['recommend'], 'Wrong price')],
  ],
  ['a dispute and an initiation of one bill: one of the two', billed, () => [dispute('ade'), take('initiate', 'bisi')]],
  ['an invoice and an initiation of one bill: one of the two', billed, () => [comeOn('ade'), take('initiate', 'bisi')]],
  ['an invoice and a dispute of one bill: one of the two', billed, () => [comeOn('ade'), dispute('bisi')]],
  ['two invoices and one bill: on one', billed, () => [comeOn('ade', 'invoice-1'), comeOn('bisi', 'invoice-2')]],
  [
    'a step of an invoice on a bill and its release: it leaves from where it is',
    () => [...billed(), comeOn('ade'), cmdApprove('gozie')],
    () => [takeOn('initiate', 'bisi'), leave('chidi')],
  ],
]

export const anInvoice = (): readonly InvoiceCommand[] => [ask(), generated()]

/** What two want of one invoice. */
export const ON_ONE_INVOICE: readonly (readonly [name: string, calls: Commands<InvoiceCommand>])[] = [
  ['two people and one step of an invoice: once', () => [begin('cmd', 'ade'), begin('cmd', 'bisi')]],
  ['a step of an invoice and its return: one of the two', () => [begin('cmd', 'ade'), sendBack('bisi')]],
]
