import { SHARES } from '#domain/kernel/accounts.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { SharesPaid, TransactionEvent } from '#domain/money/transaction/events.ts'
import type { Said } from '#api/history.ts'

const ngn = (amount: number): string => `NGN ${formatNaira(amount)}`
const dmy = (day: string): string => day.split('-').map(Number).reverse().join('-')
const RECEIVER = { coe: 'hospital', bank: 'bank', manufacturer: 'manufacturer or distributor', emge: 'EMGE' } as const

function sharesInWords(shares: SharesPaid): string {
  const paid = SHARES.filter((share) => shares[share] > 0)
  return paid.map((share) => `${RECEIVER[share]} ${ngn(shares[share])}`).join(', ')
}

/** What an event of a transaction says, and the reason that it gives. */
export function inWords({ type, data }: TransactionEvent): Said {
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
    case 'TransactionReturnAnswered': {
      const { length } = data.documents
      const more = length === 0 ? '' : `, with ${length} ${length === 1 ? 'document' : 'documents'} more`
      return say(`The hospital answered the return${more}`, data.answer)
    }
    case 'TransactionDisputed':
      return say('Disputed: no step of its payment until the dispute is ended', data.reason)
    case 'TransactionDisputeEnded':
      return say(
        data.outcome === 'resolved' ? 'Dispute resolved: the bill stands' : 'Dispute withdrawn by who raised it',
      )
    case 'TransactionReversalRequested':
      return say(`Dispute resolved against the bill: ${ngn(data.total)} is to go back to the patient's wallet`)
    case 'TransactionReversed':
      return say(`Reversed: ${ngn(data.total)} has gone back to the patient's wallet`)
  }
}
