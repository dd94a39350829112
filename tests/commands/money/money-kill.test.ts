import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Recorded } from '#commands/log/domain-log.ts'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { recoverMoney } from './recover-money.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { recordedIn } from '#tests/support/memory-world.ts'
import { program } from '#tests/support/program.ts'
import { balancesOf, startProcess, whatIsWrongWith } from './money-world.ts'

const KILLS = 5

/** Runs the program until it has given that many answers, kills it there and then, and says what it had answered. */
async function runAndKill(appUrl: string, first: number, answers: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [...program('tests/commands/money/money-process.ts'), appUrl, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== 'recovered') said.push(line)
    if (said.length >= answers) child.kill('SIGKILL')
  }
  const [, signal] = await closed
  expect(signal).toBe('SIGKILL')
  return said
}

/** The streams whose last word is an intention: what a kill has left half-done. */
function halfDone(events: readonly Recorded[]): readonly string[] {
  const last = new Map(events.map(({ stream, event }) => [stream, event.type]))
  return [...last].filter(([, type]) => /Requested$/.test(type)).map(([stream]) => stream)
}

/** What each answered act must have left in the log, once. */
const PROOF: Record<string, readonly [stream: string, type: string]> = {
  creditPool: ['funding-gift-', 'FundingCompleted'],
  allocate: ['funding-allocation-', 'FundingCompleted'],
  fundPatient: ['funding-funding-', 'FundingCompleted'],
  bill: ['transaction-bill-', 'TransactionBilled'],
  initiate: ['transaction-bill-', 'TransactionPaymentInitiated'],
  recommend: ['transaction-bill-', 'TransactionPaymentRecommended'],
  approve: ['transaction-bill-', 'TransactionPaymentApproved'],
  dfa: ['transaction-bill-', 'TransactionDfaApproved'],
  permsec: ['transaction-bill-', 'TransactionPermsecApproved'],
}

test(
  'a portal that is killed again and again in the middle of moving money loses nothing and doubles nothing',
  { timeout: 300_000 },
  async () => {
    const { appUrl, drop } = await freshDatabase()
    const { hostname: host, port, pathname, username: user, password } = new URL(appUrl)
    const log = createPostgresLog({
      connection: { host, port: Number(port), database: pathname.slice(1), user, password },
    })
    const pool = new pg.Pool({ connectionString: appUrl, max: 2 })
    const look = () =>
      startProcess(
        log,
        createPostgresKeys(pool, Buffer.alloc(32, 7), () => Date.now()),
      )

    const answered: string[] = []
    let leftHalfDone = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      answered.push(...(await runAndKill(appUrl, kill * 1000, 3 + ((kill * 7) % 25))))
      leftHalfDone += halfDone(await recordedIn(look())).length
    }
    // Kills that always fell between two moves would prove nothing.
    expect(leftHalfDone).toBeGreaterThan(0)

    await recoverMoney(look())
    const events = await recordedIn(look())
    expect(halfDone(events)).toEqual([])
    expect(whatIsWrongWith(events)).toEqual([])
    const facts = new Map<string, number>()
    for (const { stream, event } of events) {
      const fact = `${stream} ${event.type}`
      facts.set(fact, (facts.get(fact) ?? 0) + 1)
    }
    for (const line of answered) {
      const [story = '', act = ''] = line.split(' ')
      const [stream, type] = PROOF[act] ?? ['', '']
      expect([line, facts.get(`${stream}${story} ${type}`)]).toEqual([line, 1])
    }
    // Every intention has had its one effect: what came in is what the intentions say.
    const gifts = events.filter(({ event }) => event.type === 'PoolCreditRequested').length
    expect(balancesOf(events).get('benefactors')).toBe(-1_000_000 * gifts)
    const paid = events.filter(({ event }) => event.type === 'TransactionPermsecApproved').length
    expect(balancesOf(events).get('disbursed:coe') ?? 0).toBe(85_004 * paid)

    await pool.end()
    await log.close()
    await drop()
  },
)
