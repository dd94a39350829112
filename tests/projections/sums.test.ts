import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import type { Recorded, StreamHead } from '#commands/log/domain-log.ts'
import { NO_STREAM } from '#commands/log/event-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { allEvents } from '#domain/events.ts'
import { kobo, MAX_GIVEN } from '#domain/kernel/money.ts'
import { asOfTable } from '#projections/as-of.ts'
import { account, accountKind } from '#projections/money/account/account.ts'
import { billingDay } from '#projections/money/billing-day/billing-day.ts'
import { createDb } from '#projections/postgres.ts'
import type { AnyReadModel, Row } from '#projections/read-model.ts'
import { type Database, readModels } from '#projections/read-models.ts'
import { stageTotal } from '#projections/money/stage-total/stage-total.ts'
import { inputSchemaOf } from '#scripts/fuzz/json-schema.ts'
import { type Known, valuesOf } from '#scripts/fuzz/valid.ts'
import { AT, command } from '#tests/support/command.ts'
import { dump, engineDatabase, running, untilAt } from './engine/engine.ts'
import { testSecrets } from '#tests/support/test-secrets.ts'

const SEED = 20_261_122
const OF_EACH = 24
/** Past what a number holds, and past what Postgres' bigint holds. */
const BEYOND = 10n ** 20n

const known: Known = (field) => (/id$/i.test(field) && field !== 'categoryId' ? ['a', 'b'] : [])

/** Some of each event that a model folds, as the log would hand them over. */
function eventsOf({ on }: AnyReadModel): readonly Recorded[] {
  return Object.keys(on).flatMap((type) => {
    const schema = allEvents[type]
    if (schema === undefined) throw new Error(`There is no event ${type}`)
    const samples = fc.sample(valuesOf(inputSchemaOf(schema), known), { numRuns: OF_EACH, seed: SEED })
    const stream = /^Wallet/.test(type) ? 'wallet-patient:a' : `${/^[A-Z][a-z]+/.exec(type)?.[0].toLowerCase()}-a`
    const meta = {} as Recorded['meta'] // no fold looks at it
    return samples.map((data, index): Recorded => {
      const position = index + 1
      return { id: `${type}-${index}`, position, stream, revision: index, recordedAt: AT, event: { type, data }, meta }
    })
  })
}

/** What a model's changes do to a row that is there, whichever event made it first. */
function foldsOf(model: AnyReadModel) {
  const changes = [
    ...eventsOf(model).flatMap((event) => model.on[event.event.type]?.(event) ?? []),
    ...(model.onSecond?.({ second: AT, position: 1 }) ?? []),
  ]
  const some = changes.map(({ fold }) => fold(undefined as never) as Row | undefined).find((row) => row !== undefined)
  if (some === undefined) throw new Error(`No event makes a row of ${model.name}`)
  return changes.map(({ key, fold }) => {
    const keyed = Object.fromEntries(model.key.map((name, index) => [name, key[index]]))
    return (over: Row): Row | undefined => fold({ ...some, ...keyed, ...over } as never) as Row | undefined
  })
}

const numbersOf = ({ columns }: AnyReadModel) =>
  Object.entries(columns).filter(([, type]) => /^(bigint|int|integer|smallint|numeric)\b/.test(type))

/** The columns that a fold adds to: what is a thousand more before is a thousand more after, and not what it was. */
function addingColumns(model: AnyReadModel): readonly string[] {
  const folds = foldsOf(model)
  const isAdded = ([name, type]: readonly [string, string]) => {
    const as = (value: number) => (type.startsWith('numeric') ? BigInt(value) : value)
    return folds.some((fold) => {
      const [low, high] = [fold({ [name]: as(5_000) })?.[name], fold({ [name]: as(6_000) })?.[name]]
      return Number(high) - Number(low) === 1_000 && Number(low) !== 5_000
    })
  }
  return numbersOf(model)
    .filter(isAdded)
    .map(([name]) => name)
}

describe.each(readModels.map((model) => [model.name, model as AnyReadModel] as const))('%s', (_, model) => {
  const sums = numbersOf(model).flatMap(([name, type]) => (type.startsWith('numeric') ? [name] : []))

  test('adds up in numeric columns alone, or says why the sum is bounded', () => {
    expect([...addingColumns(model)].sort()).toEqual([...sums, ...Object.keys(model.bounded ?? {})].sort())
  })

  test('adds to a sum that no number holds as exactly as to a small one', () => {
    const folds = foldsOf(model)
    for (const name of sums) {
      for (const fold of folds) {
        const [small, large] = [fold({ [name]: 0n })?.[name], fold({ [name]: BEYOND })?.[name]]
        if (small !== undefined && small !== null) expect([name, large]).toEqual([name, BigInt(String(small)) + BEYOND])
      }
    }
  })
})

test('money that goes round and round adds up to the kobo: folded, written, read, as of and rebuilt', async () => {
  const keys = createMemoryKeys()
  const now = () => new Date(AT)
  const log = createDomainLog(createMemoryLog({ now }), createCodec(allEvents, keys, testSecrets()), keys)
  const heads = new Map<string, StreamHead>()
  const say = async (stream: string, type: string, data: Readonly<Record<string, unknown>>) => {
    const before = heads.get(stream) ?? { revision: NO_STREAM, hash: '' }
    const event = { type, data: { by: 'a', at: AT, ...data } }
    const appended = await log.append(stream, before, [event], command('Say', {}))
    heads.set(stream, appended.head)
  }
  // One kobo less than all that may be given: an odd number, so that a float would lose it.
  const amount = kobo(MAX_GIVEN - 1)
  const rounds = 5
  for (let round = 0; round < rounds; round += 1) {
    const movement = { transferId: `there:${round}`, amount, counterAccount: 'payable:a' }
    await say('wallet-patient:a', 'WalletCredited', movement)
    await say('wallet-patient:a', 'WalletDebited', { ...movement, transferId: `back:${round}` })
    const bill = { patientId: 'a', coeId: 'a', kind: 'drug', total: amount }
    await say(`transaction-${round}`, 'TransactionBilled', bill)
  }
  const head = await log.head()
  const all = (BigInt(amount) * BigInt(rounds)).toString()
  expect(BigInt(all)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))

  const models: readonly AnyReadModel[] = [account, accountKind, billingDay, stageTotal]
  const folded = await engineDatabase()
  const first = running(folded, { log, models })
  await untilAt(folded.pool, models, head)
  await first.stop()
  const tables = await dump(folded.pool, models)
  expect(tables['account']).toMatchObject([
    { account: 'patient:a', balance: 0, debits: BigInt(all), credits: BigInt(all) },
    { account: 'payable:a', balance: 0, debits: BigInt(all), credits: BigInt(all) },
  ])
  expect(tables['billing_day']).toMatchObject([{ billed: BigInt(all), drugs_billed: BigInt(all), paid: 0n }])
  expect(tables['stage_total']).toMatchObject([{ stage: 'billed', total: BigInt(all) }])

  const rebuilt = await engineDatabase()
  running(rebuilt, { log, models, buildAbove: 1 })
  await untilAt(rebuilt.pool, models, head)
  expect(await dump(rebuilt.pool, models)).toEqual(tables)

  const db = createDb<Database>(rebuilt.pool)
  const before = await db
    .selectFrom(asOfTable(account, head - 2).as('a'))
    .select('debits')
    .execute()
  expect(before).toEqual([{ debits: BigInt(all) - BigInt(amount) }, { debits: BigInt(all) }])
})
