import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { createClient } from '#commands/postgres.ts'
import type { Asker } from './asking.ts'
import type { Ledger } from './ledger.ts'
import { comeToRest, readAtRest } from './rest.ts'
import type { PortalProcess } from './portal-process.ts'
import type { Tally } from './tally.ts'
import type { RunProgram } from '#scripts/write-programs.ts'

const ROOT = join(import.meta.dirname, '..', '..')

const Accounts = z.object({
  data: z.object({
    data: z.array(z.object({ account: z.string(), balance: z.string() })),
    next: z.string().nullable(),
  }),
})
const Totals = z.object({ data: z.object({ totals: z.object({ balance: z.string() }) }) })

/** Whole kobo of naira text: `-1234.50`. */
const kobo = (naira: string) => Number(naira.replace('.', ''))

/** Every account's balance as an auditor reads it from one API process. */
export async function balancesOver(asker: Asker, port: number): Promise<ReadonlyMap<string, number>> {
  const balances = new Map<string, number>()
  for (let after = ''; ;) {
    const path = `/api/ledger/accounts?limit=1000${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`
    const { data } = Accounts.parse(await readAtRest(asker, path, port))
    for (const { account, balance } of data.data) balances.set(account, kobo(balance))
    if (data.next === null) return balances
    after = data.next
  }
}

/** Where the log ends now. */
export async function headOf(databaseUrl: string): Promise<number> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ position: string }>('select position from event_log_head')
    return Number(rows[0]?.position ?? 0)
  })
}

async function onDatabase<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(url, { name: 'drill', patience: 'batch' })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

/** A portal that is judged: where it answers, how programs look at it from outside, and what its processes said. */
export type Judged = {
  readonly ports: readonly number[]
  readonly env: Readonly<Record<string, string>>
  readonly programs: RunProgram
  readonly actors: readonly { readonly process: Pick<PortalProcess, 'name' | 'said'> }[]
}

export type Trial = {
  readonly stage: Judged
  readonly asker: Asker
  readonly ledger: Ledger
  readonly tally: Tally
  /** The log's end when the ledger was opened. */
  readonly from: number
  readonly say: (line: string) => void
}

/** Lets the portal come to rest and compares what it holds with what it has acknowledged; every difference is a defect. */
export async function judge(trial: Trial): Promise<void> {
  const { stage, asker, tally, say } = trial
  await comeToRest(stage.ports, asker, tally)
  const checks = [
    ['balances over HTTP equal the ledger', balancesAreRight],
    ['the trial balance is zero', trialBalanceIsZero],
    ['every acknowledged effect stands in the log once, and no other', effectsAreOnce],
    ['verify is green', verifyIsGreen],
    ['read models equal a rebuild', rebuildIsEqual],
  ] as const
  for (const [what, check] of checks) {
    const before = tally.defects.length
    await check(trial).catch((error: unknown) => tally.defect(`${what}: ${String(error)}`))
    say(`${tally.defects.length === before ? 'ok    ' : 'FAILED'} ${what}`)
  }
  if (tally.defects.length === 0) return
  for (const { process } of stage.actors) say(`${process.name} said last:\n${process.said()}`)
}

const balancesAreRight = ({ stage, ...trial }: Trial) => compareBalances({ ...trial, ports: stage.ports })

/** What every API process says of every account, against the ledger. */
export async function compareBalances({
  asker,
  ledger,
  tally,
  ports,
}: Pick<Trial, 'asker' | 'ledger' | 'tally'> & { readonly ports: readonly number[] }): Promise<void> {
  for (const port of ports) {
    const found = await balancesOver(asker, port)
    for (const account of new Set([...found.keys(), ...ledger.balances.keys()])) {
      const [there, expected] = [found.get(account) ?? 0, ledger.balances.get(account) ?? 0]
      if (there !== expected) tally.defect(`${account} holds ${there} kobo, acknowledged are ${expected}`)
      const isWallet = /^(pool|allocation|patient)/.test(account)
      if (isWallet && there < 0) tally.defect(`${account} is below zero: ${there}`)
    }
  }
}

async function trialBalanceIsZero({ stage, asker, tally }: Trial): Promise<void> {
  for (const port of stage.ports) {
    const totals = await readAtRest(asker, '/api/ledger/trial-balance/totals', port)
    const { balance } = Totals.parse(totals).data.totals
    if (kobo(balance) !== 0) tally.defect(`The trial balance is ${balance}`)
  }
}

/** What an event says of an effect that somebody was told of. */
const EFFECTS: Readonly<Record<string, string>> = {
  FundingCompleted: 'funding',
  TransactionBilled: 'bill',
  TransactionPaymentInitiated: 'initiate',
  TransactionPaymentRecommended: 'recommend',
  TransactionPaymentApproved: 'approve',
  TransactionDfaApproved: 'dfa',
  TransactionPermsecApproved: 'permsec',
  TransactionPaymentReturned: 'return',
}

const effectsAreOnce = ({ stage, ...trial }: Trial) =>
  compareEffects({ ...trial, databaseUrl: stage.env['DATABASE_OWNER_URL'] ?? '' })

/** Reads the log's rows themselves, past the portal's own code. */
export async function compareEffects({
  databaseUrl,
  ledger,
  tally,
  from,
}: Pick<Trial, 'ledger' | 'tally' | 'from'> & { readonly databaseUrl: string }): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ stream: string; type: string; count: number }>(
      `select stream, type, count(*)::int as count from event_log
        where position > $1 and type = any($2) group by stream, type`,
      [from, Object.keys(EFFECTS)],
    )
    const found = new Map(
      rows.map(({ stream, type, count }) => [`${EFFECTS[type]} ${stream.slice(stream.indexOf('-') + 1)}`, count]),
    )
    for (const effect of new Set([...found.keys(), ...ledger.effects.keys()])) {
      const [there, expected] = [found.get(effect) ?? 0, ledger.effects.get(effect) ?? 0]
      if (there !== expected) tally.defect(`${effect}: ${there} times in the log, acknowledged ${expected} times`)
    }
    const twice = await client.query<{ stream: string; type: string; transfer: string }>(
      `select stream, type, data::jsonb ->> 'transferId' as transfer from event_log
        where stream like 'wallet-%' and type in ('WalletCredited', 'WalletDebited')
        group by 1, 2, 3 having count(*) > 1`,
    )
    for (const { stream, type, transfer } of twice.rows) tally.defect(`${stream}: ${type} twice for ${transfer}`)
  })
}

async function runProgram(stage: Judged, file: string, ...args: readonly string[]) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [...stage.programs(file), ...args], {
    cwd: ROOT,
    env: { PATH, HOME, ...stage.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

async function verifyIsGreen({ stage, tally, say }: Trial): Promise<void> {
  const { code, said } = await runProgram(stage, 'scripts/verify.ts')
  say(said.trim())
  if (code !== 0) tally.defect(`npm run verify ended with ${code}:\n${said}`)
}

/** The tables that hold money and its way; the names are the read models'. */
const MODELS = ['account', 'account_kind', 'funding', 'payment', 'posting', 'stage_total', 'transaction']

async function rebuildIsEqual({ stage, tally }: Trial): Promise<void> {
  const url = stage.env['DATABASE_OWNER_URL'] ?? ''
  const digests = () =>
    onDatabase(url, async (client) => {
      const found: string[] = []
      for (const name of MODELS) {
        const rows = `select md5(t::text) as hash from "${name}" t`
        const answer = await client.query<{ hash: string; count: number }>(
          `select md5(coalesce(string_agg(hash, '' order by hash), '')) as hash, count(*)::int as count from (${rows}) r`,
        )
        found.push(`${name}: ${answer.rows[0]?.count} rows, ${answer.rows[0]?.hash}`)
      }
      return found
    })
  const before = await digests()
  const { code, said } = await runProgram(stage, 'scripts/rebuild.ts', ...MODELS)
  if (code !== 0) throw new Error(`The rebuild ended with ${code}:\n${said}`)
  const after = await digests()
  for (const [index, line] of before.entries())
    if (line !== after[index]) tally.defect(`A rebuild differs: ${line} before, ${after[index]} after`)
}
