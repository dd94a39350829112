import pg from 'pg'
import { plainErrorText } from '#domain/kernel/plain-error.ts'
import type { LiveDecisions } from '#commands/log/decisions.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import { type EventLog, LogUnavailable, type Position } from '#commands/log/event-log.ts'
import { gathered } from '#commands/log/gather.ts'
import { isPassingFault } from '#commands/postgres.ts'
import { erasedBy } from '#commands/log/erasing.ts'
import { erasedBetween } from '#commands/log/verify/erased-between.ts'
import type { Differs, LogCheck, MakeCheck } from '#commands/log/verify/log-check.ts'
import type { Pace } from '#commands/log/verify/pace.ts'
import { upTo } from '#commands/log/up-to.ts'
import { beginSnapshot } from './as-of.ts'
import { comparableModels } from './comparable-models.ts'
import { type Compared, compareTables, hasColumnsToCompare } from './engine/compare.ts'
import { defineAll } from './engine/definition.ts'
import { readErased } from './engine/erasures.ts'
import { EventUnread, FoldFailed, typesOf } from './engine/fold.ts'
import { createShadow, makeOwnTables, type Shadow } from './engine/shadow.ts'
import { createClient } from './postgres.ts'
import type { AnyReadModel } from './read-model.ts'

type ReadModelsToVerify = {
  readonly models: readonly AnyReadModel[]
  /** As the app's role, which may make tables of its own connection. */
  readonly appUrl: string
  readonly log: EventLog
  /** A log with the persons' keys. */
  readonly read: (log: EventLog) => DomainLog
  /** What operators have decided of the log. */
  readonly decisions: Pick<LiveDecisions, 'now'>
  /** The positions that models go around, by decision (`readSkips`). */
  readonly skips: (model: string) => Promise<ReadonlySet<Position>>
  readonly progress?: (position: Position, head: Position) => void
  /** How many cells (rows times columns) are folded in memory before they are spilled; 2 million when left out. */
  readonly cellsInMemory?: number
  readonly pace: Pace
}

const CELLS_IN_MEMORY = 2_000_000
const SETTINGS = { synchronous_commit: 'off', work_mem: '64MB', maintenance_work_mem: '128MB' }

/**
 * Holds the read models against the log: folds them anew, with one reading of the log, each up to where its checkpoint
 * stands, and compares every row, those of the past too. So a row that was changed is found, and a checkpoint that was set
 * ahead, or back, by what the tables lack or have too much. Writes to nothing but tables of its own connection; the portal
 * may go on meanwhile: each model is compared in one snapshot, after its last batches are folded.
 */
export const checkReadModels =
  (given: ReadModelsToVerify): MakeCheck =>
  (differs): LogCheck => {
    const notes: string[] = []
    const unchecked: string[] = []
    const erased = new Map<string, Position>()
    return {
      event({ position }, read) {
        const person = read && erasedBy(read.event)
        if (person !== undefined) erased.set(person, position)
      },
      async end(head) {
        const client = createClient(given.appUrl, { name: 'verify', patience: 'hours', settings: SETTINGS })
        try {
          await client.connect()
          let known = head
          const erasedAfter = async (position: Position) => {
            const now = await given.log.head()
            for (const person of await erasedBetween(given.log, known, now)) erased.set(person, now)
            known = Math.max(known, now)
            return [...erased].filter(([, at]) => at > position).map(([person]) => person)
          }
          await verifyModels({ given, client, differs, notes, unchecked, erasedAfter })
        } catch (error) {
          if (!isOfLog(error)) throw error
          // Mostly of a log that is damaged, which is told already, and which nobody can fold.
          const expected = 'a log that can be folded into them'
          differs({ position: head, check: 'read models', expected, found: plainErrorText(error) })
        } finally {
          await client.end().catch(() => undefined)
        }
      },
      notes: () => notes,
      unchecked: () => unchecked,
    }
  }

async function verifyModels(comparing: Compare): Promise<void> {
  const { given, client, differs, notes, unchecked, erasedAfter } = comparing
  const { models, log, progress, pace, cellsInMemory = CELLS_IN_MEMORY } = given
  const erased = await readErased(client)
  const standing = await comparableModels(given, client, defineAll(models), differs, unchecked)
  await makeOwnTables(client)
  let going: Shadow[] = []
  for (const { definition, isChanged } of standing) {
    const shadow = await createShadow(client, definition, erased)
    if (!isChanged || (await hasColumnsToCompare(client, definition))) going.push(shadow)
    else {
      unchecked.push(`The ${checkOf(shadow)} was not compared: its tables have other columns than they were made with`)
      await shadow.drop()
    }
  }
  const positionOf = new Map(standing.map(({ definition: { name }, position }) => [name, position]))
  /** What cannot be folded ends its own model's check alone. */
  const each = async (of: readonly Shadow[], step: (shadow: Shadow) => Promise<void>) => {
    for (const shadow of of) {
      try {
        await step(shadow)
      } catch (error) {
        if (!(error instanceof FoldFailed)) throw error
        // Whoever looks at the event itself tells of it, and an operator may have decided about it.
        if (error instanceof EventUnread)
          unchecked.push(
            `The ${checkOf(shadow)} was not compared: no fold gets past position ${error.position} without a decision to go around it`,
          )
        else {
          const found = plainErrorText(error)
          differs({ position: error.position, check: checkOf(shadow), expected: 'an event that it can fold', found })
        }
        going = going.filter((other) => other !== shadow)
      }
    }
  }

  let reached: Position = 0
  const ends = [...new Set(positionOf.values())].sort((one, other) => one - other)
  for (const end of ends) {
    const open = () => going.filter(({ definition: { name } }) => (positionOf.get(name) ?? 0) >= end)
    for await (const batch of follow(given, reached, end, open())) {
      await each(open(), (shadow) => shadow.take(batch))
      await spillLargest(going, cellsInMemory)
      await pace.rest()
      reached = batch.position
      progress?.(reached, ends.at(-1) ?? reached)
    }
  }
  await each(going, async (shadow) => {
    await shadow.finish(positionOf.get(shadow.definition.name) ?? 0)
    await pace.rest()
  })
  let rows = 0
  await each(going, async (shadow) => {
    rows += await compare(comparing, shadow, positionOf.get(shadow.definition.name) ?? 0)
    await shadow.drop()
  })
  await compareErased(client, erased, new Set(await erasedAfter(-1)), await log.head(), differs)
  notes.push(`${going.length} read models were folded anew and compared, ${rows} rows with those of the past`)
}

const checkOf = ({ definition: { name } }: Pick<Shadow, 'definition'>): string => `read model ${name}`

/** What models with these shadows fold, from after a position up to another. */
function follow({ log, read, pace }: ReadModelsToVerify, after: Position, end: Position, shadows: readonly Shadow[]) {
  const types = typesOf(shadows.map(({ definition }) => definition))
  return gathered(read(upTo(log, end)).follow(after, new AbortController().signal, types), pace.atOnce)
}

async function spillLargest(shadows: readonly Shadow[], cellsInMemory: number): Promise<void> {
  if (shadows.reduce((sum, shadow) => sum + shadow.cells(), 0) <= cellsInMemory) return
  await shadows.toSorted((one, other) => other.cells() - one.cells())[0]?.spill()
}

/** What the database refuses, or somebody stopped, is no word about what is kept in it. */
const isOfLog = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError || error instanceof LogUnavailable || isPassingFault(error)) &&
  !(error instanceof Error && error.name === 'AbortError')

type Compare = {
  readonly given: ReadModelsToVerify
  readonly client: pg.ClientBase
  readonly differs: Differs
  readonly notes: string[]
  readonly unchecked: string[]
  /** Whom the log erases behind a position, by now. */
  readonly erasedAfter: (position: Position) => Promise<readonly string[]>
}

/** As one snapshot has it; undefined where there is nothing to compare any more. */
type Taken = { readonly position: Position; readonly compared: Compared }

/**
 * Takes a shadow to where its model has come by now and compares the two; gives how many rows serve. What differs is told
 * when it differs a second time, in another snapshot.
 */
async function compare(comparing: Compare, shadow: Shadow, from: Position): Promise<number> {
  const { differs, unchecked } = comparing
  const first = await compareOnce(comparing, shadow, from)
  const isWhole = first === undefined || first.compared.wrongRows === 0
  const taken = isWhole ? first : await compareOnce(comparing, shadow, first.position)
  if (first === undefined || taken === undefined) {
    unchecked.push(`The read model ${shadow.definition.name} was built again meanwhile and was not compared`)
    return 0
  }
  const { position, compared } = taken
  const place = { position, through: position, check: checkOf(shadow) }
  const keyOf = ({ table, key }: Compared['wrong'][number]) => `${table} ${key}`
  const known = new Set(first.compared.wrong.map(keyOf))
  const isTwice = (cell: Compared['wrong'][number]) => first.compared.wrongRows > known.size || known.has(keyOf(cell))
  for (const cell of compared.wrong.filter(isTwice)) {
    const { table, key, column, position: at, expected, found } = cell
    const row = { table, key, ...(column === undefined ? {} : { column }) }
    differs({ ...place, ...(at === undefined ? {} : { position: at, through: at }), row, expected, found })
  }
  const untold = compared.wrongRows - new Set(compared.wrong.map(keyOf)).size
  if (untold > 0)
    differs({
      ...place,
      expected: 'rows as the log gives them',
      found: `${untold} more that differ (${compared.digest})`,
    })
  return compared.rows
}

async function compareOnce(
  { given, client, erasedAfter }: Compare,
  shadow: Shadow,
  from: Position,
): Promise<Taken | undefined> {
  const { definition } = shadow
  const position = await beginSnapshot(client, [definition.model])
  try {
    const { rows } = await client.query<{ revision: number; fingerprint: string; skipped: readonly Position[] }>(
      'select revision, fingerprint, array_to_json(skipped) as skipped from read_model where name = $1',
      [definition.name],
    )
    const [now] = rows
    const isSame = String(now?.skipped.toSorted()) === String([...definition.skipped].toSorted())
    const isOurs = now?.revision === definition.revision && now.fingerprint === definition.fingerprint
    if (position < from || !isSame || !isOurs) return undefined
    for await (const batch of follow(given, from, position, [shadow])) await shadow.follow(batch)
    // Whoever is erased loses what is personal in every model at once, also in one that has not come to it.
    const passedOver = await erasedAfter(position)
    return { position, compared: await compareTables(client, definition, { pace: given.pace, passedOver }) }
  } finally {
    await client.query('commit').catch(() => undefined)
  }
}

/** Nothing personal is folded of whoever is in this table: it must be those whom the log erases. */
async function compareErased(
  client: pg.ClientBase,
  before: ReadonlySet<string>,
  erased: ReadonlySet<string>,
  head: Position,
  differs: Differs,
): Promise<void> {
  // Those of the models are kept with the event that says so; who was erased a moment ago may not be yet.
  const folded = await readErased(client)
  const { rows } = await client.query<{ person_id: string }>('select person_id from public.erased_person')
  const kept = new Set(rows.map(({ person_id: person }) => person))
  const place = { position: head, through: head, check: 'erased people' }
  for (const person of before)
    if (!erased.has(person))
      differs({ ...place, expected: `${person} as everybody`, found: 'kept as erased, by no event' })
  for (const person of folded)
    if (!kept.has(person)) differs({ ...place, expected: `${person} kept as erased`, found: 'not kept' })
}
