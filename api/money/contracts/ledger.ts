import { z } from 'zod'
import { NairaText } from '#api/contracts/common.ts'
import { text } from '#domain/kernel/text.ts'
import { Day, Instant } from '#domain/kernel/dates.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { rowOf } from '#api/contracts/row.ts'
import { ACCOUNT_FIELDS, ACCOUNT_FIGURES, TRIAL_BALANCE_FIELDS } from '#projections/money/account/fields.ts'
import { MOVEMENT_FIELDS } from '#projections/money/posting/fields.ts'

/** One line of the trial balance. */
export const TrialBalanceRow = rowOf(TRIAL_BALANCE_FIELDS)
export type TrialBalanceRow = z.infer<typeof TrialBalanceRow>

/** One account of the ledger; a patient is their CHF id. */
export const LedgerAccountRow = rowOf(ACCOUNT_FIELDS)
export type LedgerAccountRow = z.infer<typeof LedgerAccountRow>

export const LedgerAccountFilter = z.object({
  kind: LedgerAccountRow.shape.kind.optional(),
  search: text(120).trim().optional().describe("An account, a CHF id, or part of a hospital's name"),
})

/** One movement of an account with its running balance. */
export const MovementRow = rowOf(MOVEMENT_FIELDS)
export type MovementRow = z.infer<typeof MovementRow>

export const MovementListFilter = z.object({
  start_date: Day.optional().describe('Business day in Lagos'),
  end_date: Day.optional(),
  counter_account: text(120).optional(),
})

/** A moment of the log: the end of a recorded day, a recorded instant, or a position; now when none is given. */
export const MomentQuery = AsOfQuery.extend({
  at: Instant.optional().describe('Recorded by the end of the second of this instant'),
})
export type MomentQuery = z.infer<typeof MomentQuery>

/** GET /api/ledger/accounts/{account}: what an account held at a moment. */
export const LedgerAccountView = z.object({
  data: z.object({
    account: z.string(),
    kind: z.string(),
    name: z.string(),
    person: z.string().nullable().describe("The patient's name, for those who may see personal data"),
    is_wallet: z.boolean().describe('Has a stream of events of its own'),
    position: z.int().describe('The log position that the figures are of'),
    ...rowOf(ACCOUNT_FIGURES).shape,
  }),
})
export type LedgerAccountView = z.infer<typeof LedgerAccountView>['data']

/** GET /api/ledger/accounts/{account}/history: the balance over time; every movement, or an even choice of many. */
export const BalanceHistory = z.object({
  data: z.object({
    is_sampled: z.boolean(),
    points: z.array(z.object({ position: z.int(), at: z.string(), recorded_at: z.string(), balance: NairaText })),
  }),
})
export type BalanceHistory = z.infer<typeof BalanceHistory>['data']

/** GET /api/ledger/wallets: accounts to choose from, by CHF id, patient's name, hospital or kind. */
export const WalletChoices = z.object({
  data: z.array(
    z.object({
      account: z.string(),
      name: z.string(),
      person: z.string().nullable(),
      balance: NairaText,
    }),
  ),
})

/** GET /api/ledger/events/{id}: one event as the log keeps it, personal fields as the caller may see them. */
export const RawEvent = z.object({
  data: z.object({
    id: z.string(),
    position: z.int(),
    stream: z.string(),
    revision: z.int(),
    type: z.string(),
    recorded_at: z.string(),
    data: z.record(z.string(), z.unknown()),
    meta: z.record(z.string(), z.unknown()),
    actor: z.string().describe("The actor's name"),
    right_to: z.string().describe('What its permission allows; empty where unknown'),
    hash_holds: z
      .boolean()
      .describe(
        'The stored bytes still give the hash that the event names as its own, and a process of the portal signed it',
      ),
    wrong: z.string().nullable().describe('Why it failed a check or cannot be read; its data are then as stored'),
    related: z
      .array(z.object({ id: z.string(), stream: z.string(), type: z.string(), position: z.int() }))
      .describe('The events of whatever asked for this movement, in order'),
  }),
})
export type RawEvent = z.infer<typeof RawEvent>['data']

/** What *Prove* is asked: a moment of the log, the present when none is given. */
export const ProofQuery = z.strictObject({
  as_of_position: AsOfQuery.shape.as_of_position.describe('Proves what was recorded up to this log position'),
})

/** GET /api/ledger/accounts/{account}/proof: the events replayed against the hash chain and the read models. */
export const Proof = z.object({
  data: z.object({
    holds: z.boolean(),
    account: z.string(),
    up_to: z.int().describe('The log position that it was proved up to'),
    recorded_at: z.iso
      .datetime()
      .nullable()
      .describe('The second in which that position was recorded; null before the first event'),
    events: z.int().describe('Events replayed before the first difference, or all'),
    movements: z.int(),
    balance: NairaText.describe('By the events'),
    last_hash: z.string().describe("The hash of the last event: the whole stream's fingerprint"),
    left_out: z
      .array(z.object({ position: z.int(), by: z.string(), reason: z.string(), at: z.iso.datetime() }))
      .describe('Events that failed a check and were excluded by an operator: who, why and when'),
    difference: z
      .object({
        position: z.int(),
        what: z.string(),
        expected: z.string(),
        found: z.string(),
      })
      .nullable()
      .describe('The first difference'),
  }),
})
export type Proof = z.infer<typeof Proof>['data']
