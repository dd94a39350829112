import type { Position } from '#commands/log/event-log.ts'
import type { ReadModelName } from '#projections/read-models.ts'
import type { AppContext } from './context.ts'
import type { Done } from './contracts/done.ts'

/** What people call that which a read model shows. */
export const SHOWS: Readonly<Record<ReadModelName, string>> = {
  account: 'balances of accounts',
  account_kind: 'the trial balance',
  billing_day: 'billing by day',
  coe: 'hospitals',
  funding: 'credits and allocations',
  hospital_staff: 'counts of staff',
  log_clock: 'the past by date',
  menu_item: 'the menu',
  patient: 'patients',
  patient_place: 'counts of patients',
  payment: 'payments',
  posting: 'account statements',
  product: 'drugs',
  role: 'roles',
  service: 'services',
  service_category: 'service categories',
  service_price: 'prices of services',
  setting: 'site settings',
  staff_name: 'names of staff',
  stage_total: 'sums by stage',
  transaction: 'transactions',
  transaction_document: 'documents of transactions',
  transaction_line: 'lines of transactions',
  user_account: 'people and their roles',
}

/** What a bill, or a step of its payment, changes on the screens. */
export const SHOWS_BILLS = [
  'transaction',
  'transaction_line',
  'transaction_document',
  'account',
  'account_kind',
  'posting',
  'billing_day',
  'stage_total',
  'payment',
] as const satisfies readonly ReadModelName[]

/** What a move of money changes on the screens. */
export const SHOWS_MONEY = ['account', 'account_kind', 'posting', 'funding'] as const satisfies readonly ReadModelName[]

/** Waits (bounded) until the read models that an answer shows have come so far; what stands still is not waited for. */
export async function shownAt(
  { behind }: Pick<AppContext, 'behind'>,
  position: Position,
  models: readonly ReadModelName[],
): Promise<Pick<Done['data'], 'caught_up' | 'behind'>> {
  const late = await behind(position, models)
  return { caught_up: late.length === 0, behind: late.map(({ name }) => SHOWS[name]) }
}

/** Answers a command once the read models that it names show it (bounded), so that people read their own write. */
export async function done(
  context: AppContext,
  id: string,
  message: string,
  position: Position,
  models: readonly ReadModelName[],
): Promise<Done> {
  return { message, data: { id, position, ...(await shownAt(context, position, models)) } }
}
