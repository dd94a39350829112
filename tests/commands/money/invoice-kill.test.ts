import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { handle, load } from '#commands/handle.ts'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { checkInvoices } from '#commands/money/ledger/verify-invoices.ts'
import { each } from '#commands/money/transaction/each.ts'
import { INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import { invoice, isGenerated } from '#domain/money/invoice/invoice.ts'
import { transaction } from '#domain/money/transaction/transaction.ts'
import { bill, complete } from '#tests/domain/money/transaction/bills.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { recordedIn } from '#tests/support/memory-world.ts'
import { program } from '#tests/support/program.ts'
import { generate, invoiceIdOf, invoiceStep } from './invoices.ts'
import { startProcess } from './money-world.ts'
import { recoverMoney } from './recover-money.ts'

const STORY = 'killed'
const MANY = 100
const PLACE = { story: STORY, coeId: `coe-${STORY}` }
const BACK = { story: 'sent-back', coeId: 'coe-sent-back' }

test(
  'a process that is killed in the middle of an invoice of 100 transactions leaves what another finishes whole',
  { timeout: 600_000 },
  async () => {
    const { appUrl, drop } = await freshDatabase()
    const { hostname: host, port, pathname, username: user, password } = new URL(appUrl)
    const log = createPostgresLog({
      connection: { host, port: Number(port), database: pathname.slice(1), user, password },
    })
    const pool = new pg.Pool({ connectionString: appUrl, max: 2 })
    const keys = createPostgresKeys(pool, Buffer.alloc(32, 7), () => Date.now())
    const look = () => startProcess(log, keys)
    const idsOf = ({ story }: typeof PLACE) => Array.from({ length: MANY }, (_, index) => `${story}-${index}`)
    const first = look()
    for (const place of [PLACE, BACK])
      await each(idsOf(place), async (id) => {
        await handle(first.handler, transaction, id, bill({ coeId: place.coeId }))
        await handle(first.handler, transaction, id, complete())
      })

    /** Has a process at it until the log has so many events of it, and kills it there and then. */
    async function runAndKill({ story }: typeof PLACE, what: string, events: number): Promise<void> {
      const from = await log.head()
      // A machine that is busy may let no connection come about: then it has not begun.
      for (let attempt = 0; attempt < 5 && (await log.head()) === from; attempt += 1) {
        const args = [...program('tests/commands/money/invoice-process.ts'), appUrl, story, what, String(MANY)]
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore'] })
        const closed = once(child, 'close')
        while (child.exitCode === null && (await log.head()) < from + events) await delay(1)
        child.kill('SIGKILL')
        await closed
      }
    }
    /** How many of the bills have an event. */
    const countOf = async ({ story }: typeof PLACE, type: string) =>
      (await recordedIn(look())).filter(
        ({ event, stream }) => event.type === type && stream.startsWith(`transaction-${story}`),
      ).length

    let leftHalfDone = 0
    for (const [index, what] of ['generate', ...INVOICE_STEPS].entries()) {
      await runAndKill(PLACE, what, [1, 2, 15, 32, 50, 75, 99][index] ?? 1)
      const state = await load(look().handler, invoice, invoiceIdOf(PLACE))
      if (state.status === 'generating' || (isGenerated(state) && state.underway !== undefined)) leftHalfDone += 1
      await recoverMoney(look())
      const after = await load(look().handler, invoice, invoiceIdOf(PLACE))
      if (!isGenerated(after)) throw new Error(`It is ${after.status}`)
      expect([after.underway, after.lines.length, after.acts.at(-1)?.step]).toEqual([undefined, MANY, what])
      expect(await countOf(PLACE, EVENTS[what] ?? '')).toBe(MANY)
    }
    // Kills that always fell before the first event, or behind the last, would prove nothing.
    expect(leftHalfDone).toBeGreaterThan(3)

    // The same of a return: every bill is released, and the invoice's end says so.
    for (const act of [
      generate(idsOf),
      ...(['cmd', 'initiate', 'recommend'] as const).map((step) => invoiceStep(step)),
    ])
      await act(look().handler, BACK)
    await runAndKill(BACK, 'return', 40)
    const halfWay = await countOf(BACK, 'TransactionReleased')
    await recoverMoney(look())
    const back = await load(look().handler, invoice, invoiceIdOf(BACK))
    expect([halfWay < MANY, isGenerated(back) && [back.isReturned, back.underway]]).toEqual([true, [true, undefined]])
    expect(await countOf(BACK, 'TransactionReleased')).toBe(MANY)

    const wrong: unknown[] = []
    const check = checkInvoices((difference) => wrong.push(difference))
    for (const read of await recordedIn(look())) {
      const { id, position, stream, revision, recordedAt } = read
      check.event({ id, position, stream, revision, recordedAt, type: read.event.type, data: '', meta: '' }, read)
    }
    expect(wrong).toEqual([])

    await pool.end()
    await log.close()
    await drop()
  },
)

/** What each leaves on each of its transactions, once. */
const EVENTS: Readonly<Record<string, string>> = {
  generate: 'TransactionInvoiced',
  cmd: 'TransactionCmdApproved',
  initiate: 'TransactionPaymentInitiated',
  recommend: 'TransactionPaymentRecommended',
  approve: 'TransactionPaymentApproved',
  dfa: 'TransactionDfaApproved',
  permsec: 'TransactionPermsecApproved',
}
