import pg from 'pg'
import { expect } from 'vitest'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { randomHistory } from './random-history.ts'

/** The wallet that is tampered with: a patient's. */
export const patient = `patient:${personOf('PATIENT').userId}`
export const stream = `wallet-${patient}`

type Difference = { position: number; what: string; expected: string; found: string }
type Proof = {
  holds: boolean
  up_to: number
  recorded_at: string | null
  events: number
  balance: string
  last_hash: string
  difference: Difference | null
}
type Movement = { readonly position: number; readonly revision: number; readonly amount: number }

/** A portal with a history of movements, and who has its database in hand. */
export type TamperedWallet = {
  readonly app: DemoApp
  readonly auditor: Caller
  /** Is not held by triggers. */
  readonly superuser: pg.Client
  /** The wallet's events that moved money, in order. */
  readonly moved: readonly Movement[]
  /** The nth of them. */
  movement(nth: number): Movement
  prove(account?: string, asOf?: number): Promise<Proof>
  firstDifference(account?: string, asOf?: number): Promise<Difference>
  /** Puts log and read models back as they were. */
  restore(): Promise<void>
  end(): Promise<void>
}

/** Where *Prove* is asked; of a log position, now without one. */
export const proofPath = (account: string, asOf?: number) =>
  `/api/ledger/accounts/${account}/proof${asOf === undefined ? '' : `?as_of_position=${asOf}`}`

const TABLES = ['event_log', 'posting', 'account', 'account_history'] as const

export async function tamperedWallet(): Promise<TamperedWallet> {
  const app = await startDemoApp()
  await randomHistory(app, 7, 90)
  const auditor = await app.as('AUDITOR')
  const superuser = new pg.Client(app.database.superuserUrl)
  await superuser.connect()
  await superuser.query('set session_replication_role = replica')
  const { rows } = await superuser.query<{ position: string; revision: number; amount: number }>(
    `select position, revision, (data::json ->> 'amount')::int as amount from event_log
      where stream = $1 and type <> 'WalletDebitRefused' order by revision`,
    [stream],
  )
  const moved = rows.map(({ position, ...row }) => ({ ...row, position: Number(position) }))
  for (const table of TABLES) await superuser.query(`create table kept_${table} as select * from ${table}`)
  const prove = async (account = patient, asOf?: number): Promise<Proof> => {
    const answer = await auditor.get(proofPath(account, asOf))
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ data: Proof }>().data
  }
  return {
    app,
    auditor,
    superuser,
    moved,
    prove,
    movement(nth) {
      const found = moved[nth]
      if (found === undefined) throw new Error(`The wallet has ${moved.length} movements only`)
      return found
    },
    async firstDifference(account, asOf) {
      const { holds, difference } = await prove(account, asOf)
      expect(holds).toBe(false)
      if (difference === null) throw new Error('Red without a difference')
      return difference
    },
    async restore() {
      for (const table of TABLES) {
        await superuser.query(`delete from ${table}`)
        await superuser.query(`insert into ${table} select * from kept_${table}`)
      }
    },
    async end() {
      await superuser.end()
      await app.end()
    },
  }
}
