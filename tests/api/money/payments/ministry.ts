import type { SystemOptions } from '#api/system.ts'
import type { z } from 'zod'
import { BilledAnswer } from '#api/money/contracts/billing.ts'
import { ErrorBody } from '#api/contracts/common.ts'
import { ReturnOutcomes, StepOutcomes } from '#api/money/contracts/payment.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { newId } from '#commands/ids.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { assignRoles } from '#commands/people/user/assign-roles.ts'
import type { FundingCommand } from '#domain/money/funding/funding.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import type { DemoPerson } from '#scripts/demo/people/demo-people.ts'
import { pilotCoeId, referenceProductId, referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { command } from '#tests/support/command.ts'
import { type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

/** Somebody at a browser: every call goes over a socket. */
export type Colleague = {
  readonly person: DemoPerson
  /** The answer's status and body, for what is refused. */
  send(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key?: string): Promise<Sent>
  /** An answer that must be one of the contract. */
  get<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>>
  post<T extends z.ZodType>(path: string, schema: T, body: object, key?: string): Promise<z.output<T>>
}
type Sent = { readonly status: number; readonly body: unknown }
export type Bill = { readonly id: string; readonly reference: string; readonly total: string }

/** A portal with money in the wallets of the demo's two patients, and people to take the steps. */
export type Ministry = {
  readonly demo: DemoApp
  readonly coeId: string
  readonly otherCoeId: string
  readonly today: string
  as(role: string, second?: 2): Promise<Colleague>
  /** Bills a patient of the first (or second) hospital for some consultations. */
  billServices(quantity: number, second?: 2): Promise<Bill>
  /** Bills the first hospital's patient for drugs: what is shared between four. */
  billDrugs(quantity: number): Promise<Bill>
  /** Gives a person other roles, as a super administrator does. */
  transfer(person: DemoPerson, role: string): Promise<void>
  end(): Promise<void>
}

export const CHAIN_PEOPLE = ['FINANCE', 'NCCP', 'DHS', 'DFA', 'PERMSEC'] as const
export const STEP_PATHS = {
  FINANCE: '/api/fanda/payment/initiate',
  NCCP: '/api/fanda/payment/recommend',
  DHS: '/api/fanda/payment/approve',
  DFA: '/api/fanda/payment/dfa/approve',
  PERMSEC: '/api/fanda/payment/permsec/approve',
} as const

export async function startMinistry(over: Partial<SystemOptions> = {}): Promise<Ministry> {
  const demo = await startDemoApp(over)
  return ministryOf(demo, await demo.app.listen({ host: '127.0.0.1', port: 0 }))
}

/** However much it is, no second person is asked. */
const ALONE = { above: MAX_AMOUNT }

/** The same in a portal that is served already, at `url`. */
export async function ministryOf(demo: DemoApp, url: string): Promise<Ministry> {
  const [first, second] = [personOf('PATIENT'), personOf('PATIENT', 2)]
  const [coeId, otherCoeId] = [pilotCoeId(first.coeCode ?? ''), pilotCoeId(second.coeCode ?? '')]
  const as = async (role: string, nth?: 2) => colleague(url, await demo.as(role, nth))
  await move(
    demo,
    command('RequestPoolCredit', { benefactor: 'Federal Government', amount: kobo(900_000_000_00), ...ALONE }),
  )
  for (const [patientId, hospital] of [
    [first.userId, coeId],
    [second.userId, otherCoeId],
  ] as const) {
    const cap = kobo(2_000_000_00)
    await move(demo, command('RequestAllocation', { coeId: hospital, amount: kobo(400_000_000_00), ...ALONE }))
    const data = { coeId: hospital, patientId, amount: kobo(300_000_000_00), reason: 'Treatment', cap, ...ALONE }
    await move(demo, command('RequestPatientFunding', data))
  }
  return {
    demo,
    coeId,
    otherCoeId,
    today: lagosDay(new Date().toISOString()),
    as,
    async billServices(quantity, nth) {
      const services = [{ service_id: referenceServiceId('CO01'), quantity }]
      const body = { patient_id: nth === 2 ? second.userId : first.userId, services }
      return billed(await (await as('COE_STAFF', nth)).post('/api/coestaff/billings', BilledAnswer, body))
    },
    async billDrugs(quantity) {
      const pharmacist = await demo.as('PHARMACIST')
      const productId = referenceProductId(MEDICINES[0]?.id ?? '')
      const patient_id = first.userId
      const order = await pharmacist.post('/api/transaction/chf', {
        patientId: patient_id,
        products: [{ productId, quantity }],
      })
      const { transactionId: order_id } = order.json<{ data: { transactionId: string } }>().data
      const drugs = [{ productId, quantity }]
      const body = { patient_id, order_id, drugs, comment: 'Twice a day, with food' }
      const answer = await pharmacist.post('/api/coestaff/drugbillings', body)
      return billed(BilledAnswer.parse(answer.json()))
    },
    async transfer({ userId }, role) {
      const data = { userId, roles: [roleIdOf(role)] }
      const by = personOf('SUPER_ADMIN').userId
      const done = await assignRoles(demo.context.handler, command('AssignRoles', data, { by }))
      if (done.outcome === 'refused') throw new Error(done.refusal.refused)
      await demo.context.caughtUp(done.position)
    },
    end: () => demo.end(),
  }
}

const billed = ({ data }: BilledAnswer): Bill => ({ id: data.id, reference: data.transaction_id, total: data.total })

async function move({ context }: DemoApp, request: FundingCommand): Promise<void> {
  const given = { ...request, by: personOf('FUND_ADMIN').userId }
  const moved = await moveFunds(context.handler, newId(context.now()), given)
  if (moved.outcome === 'refused') throw new Error(moved.refusal.refused)
  await context.caughtUp(moved.position)
}

function colleague(url: string, { person, token }: { person: DemoPerson; token: string }): Colleague {
  const send: Colleague['send'] = async (method, path, body, key) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json: unknown = await answer.json()
    return { status: answer.status, body: json }
  }
  const must = <T extends z.ZodType>({ status, body }: Sent, schema: T): z.output<T> => {
    if (status !== 200) throw new Error(`${person.role} was answered ${status}: ${JSON.stringify(body)}`)
    return schema.parse(body)
  }
  return {
    person,
    send,
    get: async (path, schema) => must(await send('GET', path), schema),
    post: async (path, schema, body, key) => must(await send('POST', path, body, key), schema),
  }
}

/** The person of a role takes their step on bills of the first hospital. */
export async function step(
  ministry: Ministry,
  role: (typeof CHAIN_PEOPLE)[number],
  bills: readonly Bill[],
): Promise<StepOutcomes['data']> {
  const person = await ministry.as(role)
  return (await person.post(STEP_PATHS[role], StepOutcomes, bodyOf(ministry, bills))).data
}

export const bodyOf = ({ coeId, today }: Ministry, bills: readonly Bill[]) => ({
  coe_id: coeId,
  start_date: today,
  end_date: today,
  transactions: bills.map(({ id }) => id),
})

/** A return of bills with a reason. */
export async function giveBack(person: Colleague, bills: readonly Bill[], reason: string, key?: string) {
  const body = { transactions: bills.map(({ id }) => id), reason }
  return (await person.post('/api/fanda/payment/return', ReturnOutcomes, body, key)).data
}

/** A refused call: its status and what it says. */
export async function refusedOf(sent: Promise<Sent>) {
  const { status, body } = await sent
  return { status, ...ErrorBody.parse(body) }
}
