import { PROGRAMME_START } from '#domain/kernel/business-days.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { PAYMENT_CHAIN, type ChainStep } from '#domain/money/transaction/chain.ts'
import { all, asking, SEVERAL, whoMay, type World } from './aim-world.ts'
import { bill as billMore } from './billing-aims.ts'
import type { Aim } from './calls.ts'
import type { Operation } from './operations.ts'

const YEARS = { start_date: PROGRAMME_START, end_date: lagosDay(new Date().toISOString()) }

const LINKS = PAYMENT_CHAIN.links

export type Bill = { readonly id: string; readonly coe_id: string }

/** Bills whose turn it is for a step of the chain; where there are none, one is billed, and brought there by those before. */
async function billsAt(world: World, step: number): Promise<readonly Bill[]> {
  const before = LINKS[step - 1]
  const status = before?.status ?? 'billed'
  const standing = () =>
    all<Bill>(
      world,
      `select id, coe_id from transaction where status = '${status}' and dispute_id is null and invoice_id is null order by id limit ${SEVERAL}`,
    )
  const there = await standing()
  if (there.length > 0) return there
  if (before === undefined) {
    await billMore(world, 0)
    return standing()
  }
  const [person] = whoMay(world, before.permission)
  const brought = (await billsAt(world, step - 1)).slice(0, 2)
  for (const bill of brought)
    if (person !== undefined) await asking(world)(person, 'POST', STEP_URLS[before.step], stepOf(bill))
  return brought
}

const STEP_URLS: Readonly<Record<ChainStep, string>> = {
  initiate: '/api/fanda/payment/initiate',
  recommend: '/api/fanda/payment/recommend',
  approve: '/api/fanda/payment/approve',
  dfa: '/api/fanda/payment/dfa/approve',
  permsec: '/api/fanda/payment/permsec/approve',
}

const stepOf = ({ id, coe_id }: Bill) => ({ coe_id, ...YEARS, transactions: [id] })

/** For everybody who may take this step: whoever acted before on a bill may not. */
export async function billsToStep(world: World, { url }: Operation): Promise<readonly Aim[]> {
  const step = LINKS.findIndex((one) => STEP_URLS[one.step] === url)
  const bills = await billsAt(world, step)
  const people = whoMay(world, LINKS[step]?.permission ?? '')
  return people.flatMap(({ id: by }) => bills.map((bill) => ({ by, body: stepOf(bill) })))
}

/** What waits for each step, for whoever may take it. */
export async function billsToPreview(world: World): Promise<readonly Aim[]> {
  const aims: Aim[] = []
  for (const [at, { step, permission }] of LINKS.entries())
    for (const bill of await billsAt(world, at))
      aims.push(...whoMay(world, permission).map(({ id: by }) => ({ by, body: { ...stepOf(bill), step } })))
  return aims
}

/** Each bill that waits for a step, by its own reference, as the pre-flight tells it to whoever may take the step. */
export async function billsToMatch(world: World, { url }: Operation): Promise<readonly Aim[]> {
  const aims: Aim[] = []
  for (const [at, { step, permission }] of LINKS.entries()) {
    const status = LINKS[at - 1]?.status ?? 'billed'
    const waiting = await all<{ reference: string }>(
      world,
      `select reference from transaction where status = '${status}' and invoice_id is null order by id limit 2`,
    )
    for (const person of whoMay(world, permission)) {
      for (const { reference: search } of waiting) {
        const asked = { step, filter: { search } }
        const { text } = await asking(world)(person, 'POST', '/api/fanda/payment/matching/preview', asked)
        const { data } = JSON.parse(text) as { data: { position: number; done: number; done_total: string } }
        const told = { position: data.position, count: data.done, total: data.done_total }
        if (data.done > 0) aims.push({ by: person.id, body: { ...asked, ...(url.endsWith('/preview') ? {} : told) } })
      }
    }
  }
  return aims
}

/** Whoever may recommend a payment may return it as well. */
export async function billsToReturn(world: World): Promise<readonly Aim[]> {
  const bills = await billsAt(world, 1)
  const people = whoMay(world, LINKS[1]?.permission ?? '')
  return people.flatMap(({ id: by }) =>
    bills.map(({ id }) => ({ by, body: { transactions: [id], reason: 'Wrong form' } })),
  )
}

export async function paymentsToRead(world: World): Promise<readonly Aim[]> {
  const payments = await all<{ id: string }>(world, 'select id from payment order by id limit 4')
  return payments.map((params) => ({ params }))
}

/** For everybody who bills at a hospital: what was sent back to it, of bills that the steps of the chain do not come to. */
export async function returnsToAnswer(world: World): Promise<readonly Aim[]> {
  const [initiator, recommender] = LINKS.slice(0, 2).map(({ permission }) => whoMay(world, permission)[0])
  const billing = whoMay(world, 'BILL_SERVICES')
  const last = await all<Bill>(
    world,
    `select id, coe_id from transaction where status = 'billed'
        and coe_id in (${billing.map(({ coeId }) => `'${coeId}'`).join()}) order by id desc limit 2`,
  )
  if (initiator === undefined || recommender === undefined) return []
  for (const bill of last) {
    await asking(world)(initiator, 'POST', STEP_URLS.initiate, stepOf(bill))
    const back = { transactions: [bill.id], reason: 'Wrong form' }
    await asking(world)(recommender, 'POST', '/api/fanda/payment/return', back)
  }
  return billing.flatMap(({ id: by, coeId }) =>
    last
      .filter(({ coe_id }) => coe_id === coeId)
      .map(({ id: transaction_id }) => ({ by, body: { transaction_id, answer: 'It is attached' } })),
  )
}
