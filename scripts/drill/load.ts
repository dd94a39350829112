import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Asker, Command, Outcome } from './asking.ts'
import type { Ground, Hospital } from './ground.ts'
import { type Bill, type Ledger, type Step, STEPS } from './ledger.ts'
import { createRandom, type Random } from './random.ts'
import type { Tally } from './tally.ts'

export type LoadOptions = {
  readonly asker: Asker
  readonly ledger: Ledger
  readonly ground: Ground
  readonly tally: Tally
  readonly seed: string
  /** The API processes: each has somebody who asks nobody else. */
  readonly ports: readonly number[]
  /** The longest pause (ms) of each person between two acts. */
  readonly pauseMs: number
  /** An answered command, for the times of recovery: where, and when what was answered was sent. */
  readonly onProbe: (port: number, sentAt: number) => void
}

/** People at work until they are told to go home. */
export type Load = { stop(): Promise<void> }

const TELLERS = 6
const FEEDERS = 2
const STORM = 12
const FUND_ADMIN = 'fund-admin@chf.example'
const SECOND_PERSON = 'fund-admin-2@chf.example'
const CHAIN: Readonly<Record<(typeof STEPS)[number], { readonly path: string; readonly role: string }>> = {
  initiate: { path: '/api/fanda/payment/initiate', role: 'finance' },
  recommend: { path: '/api/fanda/payment/recommend', role: 'nccp' },
  approve: { path: '/api/fanda/payment/approve', role: 'dhs' },
  dfa: { path: '/api/fanda/payment/dfa/approve', role: 'dfa' },
  permsec: { path: '/api/fanda/payment/permsec/approve', role: 'permsec' },
}

const Funded = z.object({ data: z.object({ id: z.string(), status: z.enum(['completed', 'proposed']) }) })
const Ordered = z.object({ data: z.object({ transactionId: z.string() }) })
const Billed = z.object({ data: z.object({ id: z.string(), total: z.string() }) })
const Stepped = z.object({
  data: z.object({
    outcomes: z.array(
      z.object({ id: z.string(), outcome: z.enum(['done', 'refused']), reason: z.string().nullable() }),
    ),
  }),
})

const kobo = (naira: string) => Number(naira.replace('.', ''))
const naira = (amount: number) => (amount / 100).toFixed(2)
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Puts money where bills will need it; before any fault. */
export async function openTheFund({
  asker,
  ledger,
  ground,
  tally,
  seed,
}: Omit<LoadOptions, 'pauseMs' | 'onProbe' | 'ports'>): Promise<void> {
  const work = createWork({ asker, ledger, tally, random: createRandom(seed), name: `${seed}-opening` })
  await work.creditPool(50_000_000_000_00)
  for (const { coeId, patients } of ground.hospitals) {
    await work.allocate(coeId, 10_000_000_000_00)
    for (const patientId of patients) await work.fund(coeId, patientId, 1_000_000_000_00)
  }
}

export function startLoad(options: LoadOptions): Load {
  const { asker, ledger, ground, tally, seed, ports, pauseMs, onProbe } = options
  let isOver = false
  const people = (count: number, role: string, act: (work: Work, random: Random) => Promise<void>) =>
    Array.from({ length: count }, async (_, index) => {
      const name = `${seed}-${role}-${index}`
      const random = createRandom(name)
      const work = createWork({ asker, ledger, tally, random, name })
      while (!isOver) {
        await act(work, random)
        await delay(random.between(10, pauseMs))
      }
    })

  const tellers = people(TELLERS, 'teller', async (work, random) => {
    const hospital = random.pick(ground.hospitals)
    const bills: Bill[] = []
    for (let count = random.between(1, 3); count > 0 && !isOver; count -= 1) {
      const bill = await work.bill(hospital, ground)
      if (bill !== undefined) bills.push(bill)
    }
    await work.pay(hospital, bills, () => isOver)
  })
  const feeders = people(FEEDERS, 'feeder', async (work, random) => {
    const hospital = random.pick(ground.hospitals)
    const amount = random.between(1_00, 5_000_000_00)
    const act = random.between(0, 3)
    if (act === 0) await work.creditPool(amount)
    else if (act === 1) await work.allocate(hospital.coeId, amount)
    else if (act === 2) await work.fund(hospital.coeId, random.pick(hospital.patients), amount)
    // More than there is: refused, and nothing may have moved.
    else await work.allocate(hospital.coeId, 90_000_000_000_00)
  })
  const probers = ports.map(async (port, index) => {
    const name = `${seed}-prober-${index}`
    const work = createWork({ asker, ledger, tally, random: createRandom(name), name, port })
    while (!isOver) {
      const sentAt = await work.creditPool(1_00)
      if (sentAt !== undefined) onProbe(port, sentAt)
      await delay(150)
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all([...tellers, ...feeders, ...probers])
    },
  }
}

type Work = ReturnType<typeof createWork>
type WorkOptions = Pick<LoadOptions, 'asker' | 'ledger' | 'tally'> & {
  readonly random: Random
  readonly name: string
  readonly port?: number
}

/** The commands of one person at work; what is acknowledged goes into the ledger, at once and once. */
export function createWork({ asker, ledger, tally, random, name, port }: WorkOptions) {
  let number = 0

  /** Gives one command to its end, in one of the ways in which clients do. */
  async function give(what: string, asked: Omit<Command, 'key'>): Promise<Outcome> {
    const command = { ...asked, key: `${name}-${(number += 1)}` }
    const isStorm = port === undefined && random.chance(0.06)
    const outcome = isStorm
      ? await asker.storm(command, random, random.pick([2, 2, STORM, 2 * STORM]))
      : await asker.command(command, random, port === undefined ? {} : { port, timeoutMs: 8_000 })
    if (outcome.kind === 'done') tally.add(`acknowledged: ${what}`)
    if (outcome.kind === 'refused') tally.add(`refused: ${what}: ${outcome.status} ${outcome.message}`)
    if (outcome.kind === 'unanswered') tally.defect(`${what} ${command.key} was never answered`)
    if (outcome.kind === 'done' && port === undefined) await again(command, outcome.body)
    return outcome
  }

  /** The same again gets the same answer; the same key for something else does nothing. */
  async function again(command: Command, body: unknown): Promise<void> {
    if (random.chance(0.08)) {
      const outcome = await asker.command(command, random)
      const same = outcome.kind === 'done' && sameEffect(outcome.body, body)
      tally.add('repeated after the answer')
      if (!same && outcome.kind !== 'unanswered')
        tally.defect(`${command.path}: asked again after ${JSON.stringify(body)} it said ${JSON.stringify(outcome)}`)
    }
    if (random.chance(0.05)) await asker.otherBody({ ...command, body: changed(command.body) }, random)
  }

  const unexpected = (what: string, outcome: Outcome) => {
    if (outcome.kind === 'refused') tally.defect(`${what} was refused: ${outcome.status} ${outcome.message}`)
  }

  /** The id of a movement once its money has moved: what takes two is confirmed by another; undefined where it waits on. */
  async function movedByTwo(body: unknown): Promise<string | undefined> {
    const { id, status } = Funded.parse(body).data
    if (status === 'completed') return id
    const asked = { email: SECOND_PERSON, path: '/api/fundings/confirm', body: { funding_id: id } }
    return (await give('confirmation', asked)).kind === 'done' ? id : undefined
  }

  return {
    /** When the request that was answered was sent; undefined when none was. */
    async creditPool(amount: number): Promise<number | undefined> {
      const body = { benefactor: 'Friends of the drill', credit: naira(amount) }
      const outcome = await give('pool credit', { email: FUND_ADMIN, path: '/api/pool/credit', body })
      unexpected('A pool credit', outcome)
      if (outcome.kind !== 'done') return undefined
      const id = await movedByTwo(outcome.body)
      if (id !== undefined) ledger.poolCredited(id, amount)
      return outcome.sentAt
    },

    async allocate(coeId: string, amount: number): Promise<void> {
      const body = { amount: naira(amount) }
      const outcome = await give('allocation', { email: FUND_ADMIN, path: `/api/coes/${coeId}/allocation`, body })
      const id = outcome.kind === 'done' ? await movedByTwo(outcome.body) : undefined
      if (id !== undefined) ledger.allocated(id, coeId, amount)
    },

    async fund(coeId: string, patientId: string, amount: number): Promise<void> {
      const body = { amount: naira(amount), reason: 'Treatment goes on' }
      const outcome = await give('patient funding', {
        email: FUND_ADMIN,
        path: `/api/patients/${patientId}/fund`,
        body,
      })
      const id = outcome.kind === 'done' ? await movedByTwo(outcome.body) : undefined
      if (id !== undefined) ledger.funded(id, coeId, patientId, amount)
    },

    async bill(hospital: Hospital, ground: Ground): Promise<Bill | undefined> {
      const patientId = random.pick(hospital.patients)
      const outcome = random.chance(0.5)
        ? await billServices(hospital, patientId, ground)
        : await billDrugs(hospital, patientId, ground)
      if (outcome === undefined) return undefined
      unexpected('A bill', outcome.outcome)
      if (outcome.outcome.kind !== 'done') return undefined
      const { id, total } = Billed.parse(outcome.outcome.body).data
      const bill = { id, kind: outcome.kind, coeId: hospital.coeId, patientId, total: kobo(total) }
      ledger.billed(bill)
      return bill
    },

    /** Five people take the five steps; sometimes one returns it, and it begins again. */
    async pay(hospital: Hospital, bills: readonly Bill[], isOver: () => boolean): Promise<void> {
      let isReturned = false
      let waiting = bills
      for (let at = 0; at < STEPS.length && waiting.length > 0 && !isOver(); at += 1) {
        const step = STEPS[at] ?? 'initiate'
        if (at > 0 && !isReturned && random.chance(0.08)) {
          const body = { transactions: waiting.map(({ id }) => id), reason: 'The drill wants it again' }
          const email = `${CHAIN[step].role}@chf.example`
          const back = await give('return', { email, path: '/api/fanda/payment/return', body })
          waiting = book('return', waiting, back)
          ;[isReturned, at] = [true, -1]
          continue
        }
        const period = { start_date: day(-1), end_date: day(0) }
        const body = { coe_id: hospital.coeId, ...period, transactions: waiting.map(({ id }) => id) }
        const email = `${CHAIN[step].role}${random.chance(0.5) ? '' : '-2'}@chf.example`
        waiting = book(step, waiting, await give(step, { email, path: CHAIN[step].path, body }))
      }
    },
  }

  /** The bills that have taken the step; the others are not followed any further. */
  function book(step: Step, bills: readonly Bill[], outcome: Outcome): readonly Bill[] {
    unexpected(`A step (${step})`, outcome)
    if (outcome.kind !== 'done') return []
    const { outcomes } = Stepped.parse(outcome.body).data
    for (const { id, outcome: became, reason } of outcomes)
      if (became === 'refused') tally.defect(`The step ${step} was refused on ${id}: ${reason}`)
    const done = bills.filter(({ id }) => outcomes.some((one) => one.id === id && one.outcome === 'done'))
    for (const bill of done) ledger.stepTaken(step, bill)
    return done
  }

  async function billServices(hospital: Hospital, patientId: string, ground: Ground) {
    const services = [{ service_id: random.pick(ground.services), quantity: random.between(1, 3) }]
    const body = { patient_id: patientId, services }
    const outcome = await give('service bill', { email: hospital.staff, path: '/api/coestaff/billings', body })
    return { kind: 'service' as const, outcome }
  }

  async function billDrugs(hospital: Hospital, patientId: string, ground: Ground) {
    const [productId, quantity] = [random.pick(ground.drugs), random.between(1, 3)]
    const order = { patientId, products: [{ productId, quantity }] }
    const ordered = await give('order', { email: hospital.pharmacist, path: '/api/transaction/chf', body: order })
    unexpected('An order', ordered)
    if (ordered.kind !== 'done') return undefined
    const { transactionId } = Ordered.parse(ordered.body).data
    const body = { patient_id: patientId, order_id: transactionId, drugs: [{ productId, quantity }] }
    const outcome = await give('drug bill', { email: hospital.pharmacist, path: '/api/coestaff/drugbillings', body })
    return { kind: 'drug' as const, outcome }
  }
}

function sameEffect(one: unknown, other: unknown): boolean {
  const Id = z.object({ data: z.object({ id: z.string().optional(), transactionId: z.string().optional() }) })
  return JSON.stringify(Id.parse(one)) === JSON.stringify(Id.parse(other))
}

/** The same request with another content. */
function changed(body: object): object {
  if ('funding_id' in body) return { ...body, funding_id: randomUUID() }
  if ('credit' in body) return { ...body, credit: '7.77' }
  if ('amount' in body) return { ...body, amount: '7.77' }
  if ('reason' in body) return { ...body, reason: 'Quite another reason' }
  if ('start_date' in body) return { ...body, start_date: day(-2) }
  if ('products' in body && Array.isArray(body.products))
    return { ...body, products: [...body.products, ...body.products] }
  return { ...body, comment: 'Quite another comment' }
}
