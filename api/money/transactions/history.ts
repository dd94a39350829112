import type { Recorded } from '#commands/log/domain-log.ts'
import { SHARES } from '#domain/kernel/accounts.ts'
import { MASKED, masked } from '#domain/kernel/masked.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { type SharesPaid, type TransactionEvent, transactionEvents } from '#domain/money/transaction/events.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import type { AppContext } from '#api/context.ts'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'

type Entry = TransactionDetail['history'][number]

/** Every event of a transaction in plain words, newest first, each with the event as it is stored. */
export async function historyOf(
  context: AppContext,
  past: readonly Recorded<TransactionEvent>[],
  isMasked: boolean,
): Promise<Entry[]> {
  const people = past.flatMap(({ meta }) => [meta.actor, meta.onBehalfOf ?? meta.actor])
  const names = await peopleNames(context.db, people)
  return past.toReversed().map((recorded): Entry => {
    const { id, position, revision, stream, recordedAt, event, meta } = recorded
    const { what, why } = inWords(event)
    const data = isMasked ? masked(transactionEvents, event.type, event.data) : event.data
    return {
      position,
      revision,
      type: event.type,
      what,
      who: [meta.actor, ...(meta.onBehalfOf === undefined ? [] : [meta.onBehalfOf])]
        .map((person) => names.get(person) ?? 'The portal')
        .join(' on behalf of '),
      at: event.data.at,
      why: isMasked && why !== null && 'reason' in event.data ? MASKED : why,
      permission: meta.permission,
      raw: { id, stream, revision, position, recordedAt, type: event.type, data, meta },
    }
  })
}

const ngn = (amount: number): string => `NGN ${formatNaira(amount)}`
const dmy = (day: string): string => day.split('-').map(Number).reverse().join('-')
const RECEIVER = { coe: 'hospital', bank: 'bank', manufacturer: 'manufacturer or distributor', emge: 'EMGE' } as const

function sharesInWords(shares: SharesPaid): string {
  const paid = SHARES.filter((share) => shares[share] > 0)
  return paid.map((share) => `${RECEIVER[share]} ${ngn(shares[share])}`).join(', ')
}

/** What an event says, and the reason that it gives. */
function inWords({ type, data }: TransactionEvent): { readonly what: string; readonly why: string | null } {
  const say = (what: string, why: string | null = null) => ({ what, why })
  switch (type) {
    case 'TransactionBillingRequested': {
      const { total, lines, kind, attempt } = data
      const items = `${lines.length} ${kind === 'drug' ? 'drug' : 'service'}${lines.length === 1 ? '' : 's'}`
      return say(`Bill of ${ngn(total)} for ${items} sent to the patient's wallet${attempt > 1 ? ' again' : ''}`)
    }
    case 'TransactionBilled':
      return say(`Billed: the patient's wallet paid ${ngn(data.total)}`)
    case 'TransactionBillingRefused':
      return say("Not billed: the patient's wallet could not pay", 'Patient does not have enough funds')
    case 'TransactionPaymentInitiated':
      return say(`Payment initiated for the period ${dmy(data.periodStart)} to ${dmy(data.periodEnd)}`)
    case 'TransactionPaymentRecommended':
      return say('Payment recommended for approval')
    case 'TransactionPaymentApproved':
      return say('Payment approved for disbursement')
    case 'TransactionDfaApproved':
      return say('Payment approved by finance and accounts (DFA)')
    case 'TransactionPermsecApproved':
      return say(`Approved by the Permanent Secretary and paid: ${sharesInWords(data.shares)}`)
    case 'TransactionPaymentReturned':
      return say(`Payment returned to billed; it was ${PAYMENT_CHAIN.isIn(data.from)}`, data.reason)
  }
}
