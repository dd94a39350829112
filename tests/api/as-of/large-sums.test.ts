import { afterAll, beforeAll, expect, test } from 'vitest'
import { nairaText } from '#api/naira.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { type Bill, CHAIN_PEOPLE, type Ministry, startMinistry, step } from '#tests/api/money/payments/ministry.ts'
import { generate } from '#tests/api/money/invoices/invoicing.ts'
import { addressesOf, callerOf, pastRoutes } from './addresses.ts'

let ministry: Ministry
let bill: Bill

/** What has gone round in each sum: more than a number holds, and than Postgres' bigint holds. */
const ROUND = 10n ** 20n + 1n

const LARGE = 2_500_000_000_000_000
const BILL_COLUMNS = [...Object.keys(transaction.columns), 'valid_from']
/** What a copy of a bill has of its own. */
const COPIED: Readonly<Record<string, string>> = { id: 'id || n', reference: 'reference || n', total: String(LARGE) }

/**
 * As if the same naira had gone through the fund for an age: every sum of flows is larger than a number holds, and so is
 * what the movements and the bills add up to. The balances stay what they are.
 */
beforeAll(async () => {
  ministry = await startMinistry()
  bill = await ministry.billServices(1)
  const others = [await ministry.billServices(2), await ministry.billServices(3), await ministry.billDrugs(1)]
  for (const role of CHAIN_PEOPLE) await step(ministry, role, [bill])
  await generate(ministry)
  const { context } = ministry.demo
  await context.caughtUp(await context.log.head())
  expect(others).toHaveLength(3)
  for (const statement of [
    `update account set debits = debits + ${ROUND}, credits = credits + ${ROUND}`,
    `update account_kind set debits = debits + ${ROUND}, credits = credits + ${ROUND}`,
    `update billing_day set billed = billed + 3 * ${ROUND}, drugs_billed = drugs_billed + ${ROUND}, paid = paid + ${ROUND}, reversed = reversed + ${ROUND}`,
    `update stage_total set total = total + ${ROUND}`,
    `insert into posting
       select r.position - n, 100 + row_number() over (), account, sign(amount) * ${LARGE}, counter_account, transfer_id, cause,
              stream, revision, event_id, actor, at, recorded_at
         from (select distinct on (account, sign(amount)) * from posting where stream like 'wallet-%') p,
              (select position from read_model where name = 'posting') r, generate_series(0, 3) n`,
    `insert into transaction (${BILL_COLUMNS.join()})
       select ${BILL_COLUMNS.map((column) => COPIED[column] ?? column).join()} from transaction, generate_series(1, 4) n`,
    `update transaction set share_coe = total, share_bank = total where payment_id is not null`,
    `update funding set amount = ${LARGE}`,
  ])
    await context.pool.query(statement)
})
afterAll(() => ministry.end())

test.each(['now', 'then'])('every figure of %s is answered, however large its sum', async (when) => {
  const { context } = ministry.demo
  await context.pool.query('delete from call_count')
  const past = when === 'then' ? { as_of_position: String(await context.eventLog.head()) } : {}
  const failed: unknown[] = []
  for (const route of await pastRoutes(ministry)) {
    const caller = await callerOf(ministry, route)
    for (const address of addressesOf(ministry, bill, route)) {
      const query = new URLSearchParams(past).toString()
      const answer = await caller.get(`${address}${address.includes('?') ? '&' : '?'}${query}`)
      if (answer.statusCode !== 200) failed.push([address, answer.statusCode, answer.body])
    }
  }
  expect(failed).toEqual([])
})

const sumOf = async (text: string): Promise<string> => {
  const { rows } = await ministry.demo.context.pool.query<{ sum: bigint }>(`select (${text})::numeric as sum`)
  const sum = rows[0]?.sum ?? 0n
  expect(sum).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
  return nairaText(sum)
}

test('and to the kobo', async () => {
  const auditor = await ministry.demo.as('AUDITOR')
  const [patient, staff] = [await ministry.demo.as('PATIENT'), await ministry.demo.as('COE_ADMIN')]
  const dataOf = async (caller: typeof auditor, url: string) => (await caller.get(url)).json<{ data: unknown }>().data

  const used = await sumOf('select sum(billed - reversed) from billing_day')
  expect(await dataOf(auditor, '/api/analytics')).toMatchObject({ utilized_funds: used })
  const own = `where coe_id = '${ministry.coeId}'`
  expect(await dataOf(staff, '/api/coes/analytics')).toMatchObject({
    hospital_billing_volume: await sumOf(`select sum(billed) from billing_day ${own}`),
    paid_volume: await sumOf(`select sum(paid) from billing_day ${own}`),
  })
  expect(await dataOf(auditor, '/api/analytics/stages')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ total: await sumOf(`select sum(total) from stage_total where stage = 'billed'`) }),
    ]),
  )
  const wallet = `from posting where account = 'patient:${personOf('PATIENT').userId}'`
  expect(await dataOf(patient, '/api/wallet')).toMatchObject({
    put_in: await sumOf(`select sum(amount) ${wallet} and amount > 0`),
    billed: await sumOf(`select -sum(amount) ${wallet} and amount < 0`),
  })
  expect(await dataOf(auditor, '/api/funds')).toMatchObject({
    total_credited: await sumOf(`select credits from account where account = 'pool'`),
  })
  expect(await dataOf(auditor, '/api/report/billing/summary/billings')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        total: await sumOf(`select sum(total) from transaction ${own} and billed_at is not null`),
      }),
    ]),
  )
})
