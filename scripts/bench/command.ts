import { randomUUID } from 'node:crypto'
import type { System } from '#api/system.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import type { FundingCommand } from '#domain/money/funding/funding.ts'
import { kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { DEFAULT_FUNDING_CAP } from '#domain/people/setting/defaults.ts'
import { DEMO_PEOPLE } from '#scripts/demo/people/demo-people.ts'
import { pilotCoeId, referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { told } from '#scripts/demo/story/world.ts'
import { withHistory } from './history.ts'
import { type Findings, markdownTable, type Measurement } from './measurement.ts'
import { type Answer, type Caller, createCaller, latenciesOf } from './portal/calls.ts'
import { signedInCaller, startPortal } from './portal/portal.ts'
import { startSelectOne } from './portal/select-one.ts'
import { medianOf, pairedRounds, pick, quantile, ratioOf, ratioText } from './rounds.ts'
import { onWorkbench } from './workbench.ts'

const CLIENTS = [1, 16] as const
const [BILL, BARE] = ['bill a patient', '`SELECT 1`'] as const
const BILLER = 'coe-staff@chf.example'

/** Patients of the biller's hospital, each with NGN 500 million: no bill is refused. */
async function richPatients({ context }: System, wanted: number): Promise<readonly string[]> {
  const coeId = pilotCoeId(DEMO_PEOPLE.find(({ email }) => email === BILLER)?.coeCode ?? '')
  const rows = await context.db
    .selectFrom('patient')
    .select('id')
    .where('coe_id', '=', coeId)
    .orderBy('id')
    .limit(wanted)
    .execute()
  if (rows.length < wanted) throw new Error(`There are only ${rows.length} patients to bill`)
  const story = { seed: `bench ${randomUUID()}` }
  const admin = { userId: DEMO_PEOPLE.find(({ role }) => role === 'FUND_ADMIN')?.userId ?? '', role: 'FUND_ADMIN' }
  const at = new Date(context.now()).toISOString()
  const each = 500_000_000_00
  const total = kobo(each * wanted)
  const move = async (about: string, command: FundingCommand) => {
    const moved = await moveFunds(context.handler, about, command)
    if (moved.outcome === 'refused') throw new Error(moved.refusal.refused)
  }
  const [credit, allocation] = [randomUUID(), randomUUID()]
  // However much it is: a second person is not what is measured.
  const large = { amount: total, above: MAX_AMOUNT }
  const gift = { benefactor: 'Bench', ...large }
  await move(credit, told(story, 'RequestPoolCredit', [], admin, 'CREDIT_POOL', at, gift))
  await move(allocation, told(story, 'RequestAllocation', [], admin, 'ALLOCATE_POOL', at, { coeId, ...large }))
  for (const { id: patientId } of rows) {
    const data = { coeId, patientId, amount: kobo(each), reason: 'Bench', cap: DEFAULT_FUNDING_CAP, above: MAX_AMOUNT }
    await move(randomUUID(), told(story, 'RequestPatientFunding', [patientId], admin, 'FUND_PATIENT', at, data))
  }
  return rows.map(({ id }) => id)
}

function bill(caller: Caller, patientId: string): Promise<Answer> {
  const services = [{ service_id: referenceServiceId('CO02'), quantity: 1 }]
  const body = { patient_id: patientId, services, documents: [] }
  const headers = { 'idempotency-key': randomUUID() }
  return caller.call({ method: 'POST', path: '/api/coestaff/billings', headers, body }).then((answer) => {
    if (answer.status !== 200 || !answer.text.includes('"caught_up":true'))
      throw new Error(`Not billed: ${answer.status} ${answer.text.slice(0, 300)}`)
    return answer
  })
}

async function run({ quick, say }: Parameters<Measurement['run']>[0]): Promise<Findings> {
  const [rounds, ms] = quick ? [2, 1_000] : [5, 4_000]
  const rows = await onWorkbench((bench) =>
    withHistory(bench, 200, async (system) => {
      const portal = await startPortal(bench)
      const bare = await startSelectOne(bench.postgres.appUrl)
      const most = Math.max(...CLIENTS)
      const [billing, asking] = [await signedInCaller(portal.port, most, BILLER), createCaller(bare.port, most)]
      try {
        const patients = await richPatients(system, most)
        const table: string[][] = []
        for (const clients of CLIENTS) {
          const measured = (name: string, call: (client: number) => Promise<Answer>) => ({
            name,
            run: async () => {
              const latencies = await latenciesOf(clients, ms, call)
              const perSecond = latencies.length / (ms / 1_000)
              return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), perSecond }
            },
          })
          const designs = [
            measured(BILL, (client) => bill(billing, patients[client] ?? '')),
            measured(BARE, () => asking.call({ path: '/' })),
          ]
          for (const design of designs) await design.run()
          const figures = await pairedRounds(rounds, designs)
          const [p50, p99] = [pick(figures, (one) => one.p50), pick(figures, (one) => one.p99)]
          const perSecond = pick(figures, (one) => one.perSecond)
          for (const name of [BILL, BARE]) {
            const milliseconds = [p50, p99].map((one) => `${medianOf(one, name).toFixed(1)} ms`)
            const ratios = [p50, p99].map((one) => (name === BARE ? '1' : ratioText(ratioOf(one, name, BARE))))
            table.push([name, String(clients), ...milliseconds, medianOf(perSecond, name).toFixed(0), ...ratios])
          }
          say(
            table
              .slice(-2)
              .map((cells) => cells.join(', '))
              .join(' | '),
          )
        }
        return table
      } finally {
        for (const caller of [billing, asking]) caller.close()
        await Promise.all([portal.stop(), bare.stop()])
      }
    }),
  )
  return {
    goals: [],
    body: `${markdownTable(['call', 'clients', 'p50', 'p99', 'calls/s', 'p50 against bare', 'p99 against bare'], rows)}

*Bill a patient* is \`POST /api/coestaff/billings\` with one service: session, permission and scope, pricing by the server,
a code, three appends on two streams (intention, debit, outcome), and the wait until every read model shows it; each
client bills a patient of its own. \`SELECT 1\` is a route of a bare Fastify server with the same pool, in a process of
its own. ${rounds} rounds of ${ms / 1_000} s each; the clients run in a third process on the same machine.`,
  }
}

export const command: Measurement = { name: 'command', title: '2. A command from end to end', run }
