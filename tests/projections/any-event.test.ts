import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCodec, InvalidEvent } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import type { StreamHead } from '#commands/log/domain-log.ts'
import { NO_STREAM } from '#commands/log/event-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { allEvents } from '#domain/events.ts'
import type { AnyEvent } from '#domain/kernel/decider.ts'
import { walletEvents } from '#domain/money/wallet/events.ts'
import { readModels } from '#projections/read-models.ts'
import { hostileOf } from '#scripts/fuzz/hostile.ts'
import { inputSchemaOf, type JsonSchema } from '#scripts/fuzz/json-schema.ts'
import { type Known, valuesOf } from '#scripts/fuzz/valid.ts'
import { AT, command } from '#tests/support/command.ts'
import { engineDatabase, running, until } from './engine/engine.ts'
import { testSecrets } from '#tests/support/test-secrets.ts'

const SEED = 20_261_122
const OF_EACH = 15
/** The pool bounds all sums together (domain.md, Money), so each of these many amounts may be this large. */
const LARGEST_AMOUNT = 1_000_000_000_000

/** The same ids again and again, so that events meet each other's rows. */
const known: Known = (field) => (/id$/i.test(field) && field !== 'categoryId' ? ['a', 'b', 'ab'] : [])

const eventsOf = ([type, schema]: (typeof events)[number]): fc.Arbitrary<AnyEvent> => {
  const takes = inSum(inputSchemaOf(schema))
  return fc
    .oneof({ weight: 3, arbitrary: valuesOf(takes, known) }, { weight: 1, arbitrary: hostileOf(takes, known) })
    .map((data) => ({ type, data }))
}
const events = Object.entries(allEvents)

function inSum(schema: JsonSchema): JsonSchema {
  const { properties = {}, items, minimum = 0, maximum = 0 } = schema
  const isAmount = maximum > LARGEST_AMOUNT && minimum < 0
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inSum(part)])),
    ...(items === undefined ? {} : { items: inSum(items) }),
    ...(isAmount ? { minimum: -LARGEST_AMOUNT, maximum: LARGEST_AMOUNT } : {}),
  }
}

/** Every event's stream is of its category; a wallet's is named by an account. */
function streamOf(type: string, turn: number): string {
  const wallets = ['wallet-pool', 'wallet-allocation:a', 'wallet-patient:a', 'wallet-patient:b']
  if (type in walletEvents) return wallets[turn % wallets.length] ?? 'wallet-pool'
  const [category = ''] = /^[A-Z][a-z]+/.exec(type) ?? []
  return `${category.toLowerCase()}-${['a', 'b'][turn % 2] ?? 'a'}`
}

test('whatever the codec accepts, every read model folds', { timeout: 600_000 }, async () => {
  const keys = createMemoryKeys()
  const log = createDomainLog(
    createMemoryLog({ now: () => new Date(AT) }),
    createCodec(allEvents, keys, testSecrets()),
    keys,
  )
  const heads = new Map<string, StreamHead>()
  const accepted = new Set<string>()
  const given = fc.sample(fc.tuple(...events.map(eventsOf)), { numRuns: OF_EACH, seed: SEED }).flat()
  for (const [turn, event] of given.entries()) {
    const stream = streamOf(event.type, turn)
    const before = heads.get(stream) ?? { revision: NO_STREAM, hash: '' }
    const appended = await log.append(stream, before, [event], command('Try', {})).catch((error: unknown) => {
      if (!(error instanceof InvalidEvent)) throw error
    })
    if (appended === undefined) continue
    heads.set(stream, appended.head)
    accepted.add(event.type)
  }
  expect([...accepted].sort()).toEqual(Object.keys(allEvents).sort())

  const database = await engineDatabase()
  running(database, { log, models: readModels })
  const head = await log.head()
  type Row = { readonly name: string; readonly position: number; readonly error: string | null }
  const read = async () => (await database.pool.query<Row>('select name, position, error from read_model')).rows
  await until(async () => {
    const rows = await read()
    return rows.length === readModels.length && rows.every(({ position, error }) => position >= head || error !== null)
  })
  expect((await read()).filter(({ error }) => error !== null)).toEqual([])
})
