import type { PaidAt } from '#api/catalogue/contracts/coe.ts'
import type { ReturnOutcomes, StepOutcomes } from '#api/money/contracts/payment.ts'
import { api } from '#web/shell/api-client.ts'
import { ApiError } from '#web/shell/api-error.ts'
import { newKey } from '#web/shell/submitting.ts'
import { lagosDay } from '#web/ui/dates.ts'
import type { ChainAct } from './chain-acts.ts'

/** A transaction that somebody wants to take a step on. */
export type Chosen = {
  readonly id: string
  readonly transaction_id: string
  readonly total: string
  readonly status: string
  readonly coe: { readonly id: string; readonly coe_name: string | null }
  /** ISO; the payment's period covers all of them. */
  readonly created_at: string
}
type Answered = StepOutcomes['data']['outcomes'][number]
/** What became of one transaction, or what would: 'left out' before it is asked for, 'unknown' where no answer says whether it was done. */
export type Outcome = Omit<Answered, 'outcome' | 'item'> & {
  readonly outcome: Answered['outcome'] | 'left out' | 'unknown'
  /** What a bill is for; an invoice is told by its number. */
  readonly item?: string
}
/** What would become of each, and where the hospitals are paid; up to which log position the server looked, where it chose them. */
export type Preview = {
  readonly outcomes: readonly Outcome[]
  readonly paidAt: readonly PaidAt[]
  readonly position?: number
}
export type Outcomes = {
  readonly message: string
  readonly outcomes: readonly Outcome[]
  /** Of the first hospital whose step not everything shows yet. */
  readonly data: Pick<StepOutcomes['data'], 'caught_up' | 'behind'> | undefined
}

/**
 * For some of it no answer tells whether it was done; of the rest `outcomes` tells what became of it. Sent again under the
 * same key, what was done is not done twice.
 */
export class PartlyKnown extends ApiError {
  readonly outcomes: readonly Outcome[]

  constructor({ status, message, errors, correlationId, retryAt }: ApiError, outcomes: readonly Outcome[]) {
    super(status, message, errors, correlationId, retryAt)
    this.outcomes = outcomes
  }
}

type Group = { readonly coeId: string; readonly rows: readonly Chosen[] }

/** A call is about one hospital: what was chosen goes out hospital by hospital. */
function groupsOf(rows: readonly Chosen[]): Group[] {
  const coes = [...new Set(rows.map(({ coe }) => coe.id))]
  return coes.map((coeId) => ({ coeId, rows: rows.filter((row) => row.coe.id === coeId) }))
}

function bodyOf({ coeId, rows }: Group) {
  const days = rows.flatMap(({ created_at: at }) => lagosDay(at) ?? []).sort()
  return {
    coe_id: coeId,
    start_date: days[0],
    end_date: days.at(-1),
    transactions: rows.map(({ id }) => id),
  }
}

/** What would become of each, by the server's own decision; nothing is done. */
export async function previewAct(act: ChainAct, rows: readonly Chosen[]): Promise<Preview> {
  const answers = await Promise.all(
    groupsOf(rows).map((group) =>
      api.post<typeof StepOutcomes>('/api/fanda/payment/preview', { ...bodyOf(group), step: act.name }, newKey()),
    ),
  )
  return {
    outcomes: answers.flatMap(({ data }) => data.outcomes),
    paidAt: answers.flatMap(({ data }) => data.paid_at ?? []),
  }
}

/** Does it, hospital by hospital. */
export function runAct(act: ChainAct, rows: readonly Chosen[], reason: string, key: string): Promise<Outcomes> {
  return runEach(groupsOf(rows), {
    told: ({ rows: own }) => own.map(toldOf),
    call: async (group) => {
      const { message, data } = await runGroup(act, group, reason, `${key}:${group.coeId}`)
      return { message, outcomes: data.outcomes, data }
    },
  })
}

type EachPart<Part> = {
  /** What it is about. */
  readonly told: (part: Part) => readonly Told[]
  readonly call: (part: Part) => Promise<Outcomes>
}

/**
 * Does it part by part, each under a key of its own that stays the same when all is sent again. A part that was refused, or
 * whose answer was lost, does not hold up the others: its refusal becomes that of all that it is about, and a lost answer
 * is told with what the others answered.
 */
export async function runEach<Part>(parts: readonly Part[], { told, call }: EachPart<Part>): Promise<Outcomes> {
  const outcomes: Outcome[] = []
  let message = ''
  let refusal: ApiError | undefined
  let lost: ApiError | undefined
  let data: Outcomes['data']
  for (const part of parts) {
    try {
      const answer = await call(part)
      message = answer.message
      outcomes.push(...answer.outcomes)
      if (!data?.behind.length) data = answer.data
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.isUncertain) lost = error
      else refusal = error
      outcomes.push(...told(part).map((row) => (error.isUncertain ? unknown(row) : refusedAs(row, error))))
    }
  }
  if (lost !== undefined) throw new PartlyKnown(lost, outcomes)
  // Nothing at all was done: the dialog shows the refusal itself.
  if (message === '' && refusal !== undefined) throw refusal
  return { message, outcomes, data }
}

async function runGroup(act: ChainAct, group: Group, reason: string, key: string) {
  if (act.name !== 'return') return api.post<typeof StepOutcomes>(act.path, bodyOf(group), key)
  const { transactions } = bodyOf(group)
  return api.post<typeof ReturnOutcomes>(act.path, { transactions, reason }, key)
}

/** The server names each refused transaction in `errors.transactions`, as `TRX-…: why`. */
function refusedAs(row: Told, { errors, message }: ApiError): Outcome {
  const { transaction_id: reference } = row
  const own = errors['transactions']?.find((text) => text.startsWith(`${reference}: `))
  return { ...row, outcome: 'refused', reason: own?.slice(reference.length + 2) ?? message }
}

/** What is said of something whatever became of it. */
type Told = Omit<Outcome, 'outcome' | 'reason'>
const toldOf = ({ id, transaction_id, total, coe }: Chosen): Told => ({
  ...{ id, transaction_id, total, coe_id: coe.id, coe_name: coe.coe_name },
  becomes: null,
})

const unknown = (row: Told): Outcome => ({
  ...row,
  outcome: 'unknown',
  reason: 'It may have been done. Checking again.',
})
