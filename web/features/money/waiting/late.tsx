import { useQuery } from '@tanstack/react-query'
import { STEP_TIME_FIELDS } from '#api/money/contracts/fields.ts'
import { INVOICE_STEP_VIEWS } from '#api/money/contracts/invoice-steps.ts'
import type { LateAnswer } from '#api/money/contracts/waiting.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { Money } from '#web/ui/money.tsx'
import { WaitingList } from '#web/ui/waiting-list.tsx'
import { workingHoursText } from '#web/ui/working-hours.ts'
import { INVOICE_SCREENS } from '#web/features/money/invoices/invoice-screens.ts'
import { overdueAt } from './figure-lists.ts'
import { lateQuery } from './waiting-api.ts'

type LateStep = LateAnswer['data'][number]

const { step: STEP, office: OFFICE } = STEP_TIME_FIELDS

/** On a home: deadlines passed, of the reader's own step and of the offices below them. Nothing while nothing is late. */
export default function Late() {
  const { data } = useQuery(lateQuery)
  const { permissions } = useUser()
  const invoicesAt = queueOfInvoices(permissions)
  const late = data?.data ?? []
  const [own, others] = [late.filter(({ is_own: isOwn }) => isOwn), late.filter(({ is_own: isOwn }) => !isOwn)]
  return (
    <>
      <WaitingList
        title="Overdue at your office"
        waiting={own.map((step) => lineOf(step, INVOICE_SCREENS[step.step].path))}
      />
      <WaitingList title="Overdue at other offices" waiting={others.map((step) => lineOf(step, invoicesAt))} />
    </>
  )
}

/** Where the reader finds invoices that wait for others. */
function queueOfInvoices(permissions: readonly string[]): string {
  const own = INVOICE_STEP_VIEWS.find(({ permission }) => permissions.includes(permission))
  return permissions.includes('VIEW_CHF_REPORT') || own === undefined ? '/invoices' : INVOICE_SCREENS[own.step].path
}

function lineOf(late: LateStep, invoicesAt: string) {
  const {
    step,
    by_invoice: byInvoice,
    is_own: isOwn,
    transactions,
    invoices,
    total,
    oldest,
    deadline,
    hospitals,
  } = late
  const done = `${STEP.words[step]}${byInvoice ? ' (invoices)' : ''}`
  const [first] = hospitals
  const where = hospitals.length === 1 && first !== undefined ? first.coe_name : `${hospitals.length} hospitals`
  return {
    id: `${step} ${byInvoice}`,
    to: overdueAt(step, byInvoice, invoicesAt),
    name: isOwn ? done : `${OFFICE.words[step]}: ${done}`,
    about: (
      <>
        {byInvoice ? counted(invoices, 'invoice') : counted(transactions, 'bill')} of {where}, <Money naira={total} />.
        Oldest has waited {workingHoursText(oldest)} (limit {deadline})
      </>
    ),
  }
}

const counted = (count: number, noun: string) => `${count.toLocaleString('en-NG')} ${count === 1 ? noun : `${noun}s`}`
