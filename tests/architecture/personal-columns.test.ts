import { expect, test } from 'vitest'
import type { Recorded } from '#commands/log/domain-log.ts'
import { allEvents } from '#domain/events.ts'
import { factsOf } from '#domain/kernel/event-table.ts'
import type { AnyReadModel, Row } from '#projections/read-model.ts'
import { readModels } from '#projections/read-models.ts'
import { readSamples, sampleNameOf } from '#tests/support/event-samples.ts'

const CANARY = 'zzcanary'
/** What a number, a day or a choice is in a sample, and in nothing else. */
const COUNT = 918_273_645

const samples = readSamples()
const everything: readonly AnyReadModel[] = readModels

/** The same value with something recognisable in each of its leaves. */
function marked(value: unknown): unknown {
  if (typeof value === 'number') return COUNT
  if (typeof value === 'string') return CANARY
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value !== 'object' || value === null) return CANARY
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, marked(inner)]))
}

/** An event of a type, about one and the same person, with a canary in each personal field. */
function withCanaries(type: string, position: number): Recorded {
  const sample = samples.get(sampleNameOf(type))
  const schema = allEvents[type]
  if (sample === undefined || schema === undefined) throw new Error(`There is no sample of ${type}`)
  const data: Record<string, unknown> = { ...sample.expected }
  for (const name of ['userId', 'patientId']) if (name in data) data[name] = 'person-1'
  for (const { name, list } of factsOf(schema).personal) {
    if (list === undefined) data[name] = marked(data[name])
    else data[list] = (data[list] as Record<string, unknown>[]).map((one) => ({ ...one, [name]: marked(one[name]) }))
  }
  const category = (/^[A-Z][a-z]+/.exec(type)?.[0] ?? '').toLowerCase()
  const stream = category === 'wallet' ? 'wallet-patient:person-1' : `${category}-person-1`
  const { id, recordedAt } = sample.stored
  const meta = JSON.parse(sample.stored.meta) as Recorded['meta']
  return { id, position, stream, revision: position, recordedAt, event: { type, data }, meta }
}

const holds = (cell: unknown): boolean => {
  const text = typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell)
  return text?.includes(CANARY) === true || text?.includes(String(COUNT)) === true
}

/** The columns of a model that hold a canary after any one event that it folds, and after any other before it. */
function reached(model: AnyReadModel): ReadonlySet<string> {
  const types = Object.keys(model.on)
  const found = new Set<string>()
  for (const first of types) {
    for (const then of types) {
      const rows = new Map<string, Row | undefined>()
      for (const [index, type] of [first, then].entries()) {
        for (const { key, fold } of model.on[type]?.(withCanaries(type, index + 1)) ?? []) {
          const row = fold(rows.get(JSON.stringify(key)) as never) as Row | undefined
          rows.set(JSON.stringify(key), row)
          for (const [column, cell] of Object.entries(row ?? {})) if (holds(cell)) found.add(column)
        }
      }
    }
  }
  return found
}

/** What a model says goes with a person. */
const declared = ({ personal = [], columns }: AnyReadModel): ReadonlySet<string> =>
  new Set(
    personal.flatMap(({ of, columns: emptied }) =>
      Object.keys(emptied === 'row' ? columns : emptied).filter((column) => column !== of),
    ),
  )

test.each(everything)('$name takes nothing personal into a column that does not go with its person', (model) => {
  const goes = declared(model)
  expect([...reached(model)].filter((column) => !goes.has(column))).toEqual([])
})

test.each(everything.filter(({ personal = [] }) => personal.some(({ columns }) => columns !== 'row')))(
  '$name empties no column that holds nothing personal',
  (model) => {
    const found = reached(model)
    expect([...declared(model)].filter((column) => !found.has(column))).toEqual([])
  },
)

test('the walk finds personal columns where there are some', () => {
  const found = everything.filter((model) => reached(model).size > 0).map(({ name }) => name)
  expect(found.sort()).toEqual([
    ...['comment', 'patient', 'staff_name', 'transaction_document', 'transaction_return', 'user_account'],
  ])
})

test('a column that is not declared is found', () => {
  const [account] = everything.filter(({ name }) => name === 'user_account')
  if (account === undefined) throw new Error('There is no read model of accounts')
  const { personal: _, ...forgotten } = account
  expect([...reached(forgotten)].filter((column) => !declared(forgotten).has(column))).toContain('phone_number')
})
