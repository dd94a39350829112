import type pg from 'pg'
import { plainErrorText } from '#domain/kernel/plain-error.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import { type EventLog, LogUnavailable, type Position } from '#commands/log/event-log.ts'
import { gathered } from '#commands/log/gather.ts'
import type { Differs, LogCheck, MakeCheck } from '#commands/log/log-check.ts'
import { upTo } from '#commands/log/up-to.ts'
import { isPassingFault } from '#commands/postgres.ts'
import { beginSnapshot } from './as-of.ts'
import { BEYOND_THE_LOG, isOutdated } from './engine/checkpoints.ts'
import { compareTables } from './engine/compare.ts'
import { defineAll, type Definition } from './engine/definition.ts'
import { readErased } from './engine/erasures.ts'
import { EventUnread, FoldFailed, typesOf } from './engine/fold.ts'
import { createShadow, makeOwnTables, type Shadow } from './engine/shadow.ts'
import { changedModels, TABLES_CHANGED } from './engine/shape.ts'
import { createClient } from './postgres.ts'
import type { AnyReadModel } from './read-model.ts'

type ReadModelsToVerify = {
  readonly models: readonly AnyReadModel[]
  /** As the app's role, which may make tables of its own connection. */
  readonly appUrl: string
  readonly log: EventLog
  /** A log with the persons' keys. */
  readonly read: (log: EventLog) => DomainLog
  /** The positions that models go around, by decision (`readSkips`). */
  readonly skips: (model: string) => Promise<ReadonlySet<Position>>
  readonly progress?: (position: Position, head: Position) => void
  /** How many cells (rows times columns) are folded in memory before they are spilled; 6 million when left out. */
  readonly cellsInMemory?: number
}

const FOLD_AT_ONCE = 10_000
const CELLS_IN_MEMORY = 6_000_000
const SETTINGS = { synchronous_commit: 'off', work_mem: '64MB', maintenance_work_mem: '128MB' }

/** Where a model says it is, and what its tables went around. */
type Standing = { readonly position: Position; readonly skipped: readonly Position[] }

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
    return {
      async end(head) {
        const client = createClient(given.appUrl, { name: 'verify', patience: 'hours', settings: SETTINGS })
        try {
          await client.connect()
          await verifyModels(given, client, differs, notes)
        } catch (error) {
          if (isPassingFault(error) || error instanceof LogUnavailable) throw error
          // Mostly of a log that is damaged, which is told already, and which nobody can fold.
          const expected = 'a log that can be folded into them'
          differs({ position: head, check: 'read models', expected, found: plainErrorText(error) })
        } finally {
          await client.end().catch(() => undefined)
        }
      },
      notes: () => notes,
    }
  }

async function verifyModels(
  given: ReadModelsToVerify,
  client: pg.ClientBase,
  differs: Differs,
  notes: string[],
): Promise<void> {
  const { models, log, progress, cellsInMemory = CELLS_IN_MEMORY } = given
  const erased = await readErased(client)
  const standing = await comparable(given, client, defineAll(models), differs, notes)
  await makeOwnTables(client)
  let going: Shadow[] = []
  for (const { definition } of standing) going.push(await createShadow(client, definition, erased))
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
          notes.push(
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
      reached = batch.position
      progress?.(reached, ends.at(-1) ?? reached)
    }
  }
  await each(going, (shadow) => shadow.finish(positionOf.get(shadow.definition.name) ?? 0))
  let rows = 0
  await each(going, async (shadow) => {
    rows += await compare(given, client, shadow, positionOf.get(shadow.definition.name) ?? 0, differs, notes)
    await shadow.drop()
  })
  // One that was not folded may be further than all others.
  if (going.length === models.length) await compareErased(client, erased, await log.head(), differs)
  notes.push(`${going.length} read models were folded anew and compared, ${rows} rows with those of the past`)
}

const checkOf = ({ definition: { name } }: Pick<Shadow, 'definition'>): string => `read model ${name}`

/** What models with these shadows fold, from after a position up to another. */
function follow({ log, read }: ReadModelsToVerify, after: Position, end: Position, shadows: readonly Shadow[]) {
  const types = typesOf(shadows.map(({ definition }) => definition))
  return gathered(read(upTo(log, end)).follow(after, new AbortController().signal, types), FOLD_AT_ONCE)
}

async function spillLargest(shadows: readonly Shadow[], cellsInMemory: number): Promise<void> {
  if (shadows.reduce((sum, shadow) => sum + shadow.cells(), 0) <= cellsInMemory) return
  await shadows.toSorted((one, other) => other.cells() - one.cells())[0]?.spill()
}

/** The models that can be compared, with where they stand and around what they went; of the others it says why not. */
async function comparable(
  { log, skips }: ReadModelsToVerify,
  client: pg.ClientBase,
  definitions: readonly Definition[],
  differs: Differs,
  notes: string[],
): Promise<readonly { readonly definition: Definition; readonly position: Position }[]> {
  const changed = await changedModels(client)
  const { rows } = await client.query<Standing & { name: string; revision: number; fingerprint: string }>(
    'select name, revision, fingerprint, position, array_to_json(skipped) as skipped from read_model',
  )
  // After the checkpoints: a log that only grows cannot be behind them.
  const head = await log.head()
  const found: { readonly definition: Definition; readonly position: Position }[] = []
  for (const definition of definitions) {
    const { name, revision } = definition
    const checkpoint = rows.find((row) => row.name === name)
    const differ = (expected: string, what: string) =>
      differs({ position: checkpoint?.position ?? head, check: `read model ${name}`, expected, found: what })
    if (checkpoint === undefined) differ('a checkpoint', 'none')
    else if (checkpoint.position > head) differ(`a checkpoint up to ${head}`, BEYOND_THE_LOG)
    else if (changed.has(name)) differ('tables as they were made', TABLES_CHANGED)
    else if (isOutdated(definition, checkpoint) || checkpoint.revision > revision)
      notes.push(`The read model ${name} is of another version of the portal and was not compared`)
    else {
      const decided = await skips(name)
      const skipped = new Set(checkpoint.skipped)
      for (const position of skipped)
        if (!decided.has(position)) {
          const expected = 'a decision to go around it'
          differs({ position, check: `read model ${name}`, expected, found: 'none: its tables went around it' })
        }
      found.push({ definition: { ...definition, skipped }, position: checkpoint.position })
    }
  }
  return found
}

/** Takes a shadow to where its model has come by now and compares the two in one snapshot; gives how many rows serve. */
async function compare(
  given: ReadModelsToVerify,
  client: pg.ClientBase,
  shadow: Shadow,
  from: Position,
  differs: Differs,
  notes: string[],
): Promise<number> {
  const { definition } = shadow
  const position = await beginSnapshot(client, [definition.model])
  try {
    const { rows } = await client.query<{ skipped: readonly Position[] }>(
      'select array_to_json(skipped) as skipped from read_model where name = $1',
      [definition.name],
    )
    const isSame = String(rows[0]?.skipped.toSorted()) === String([...definition.skipped].toSorted())
    if (position < from || !isSame) {
      notes.push(`The read model ${definition.name} was built again meanwhile and was not compared`)
      return 0
    }
    for await (const batch of follow(given, from, position, [shadow])) await shadow.follow(batch)
    const compared = await compareTables(client, definition)
    for (const { table, key, column, position: at, expected, found } of compared.wrong) {
      const row = { table, key, ...(column === undefined ? {} : { column }) }
      differs({ position: at ?? position, row, check: checkOf(shadow), expected, found })
    }
    const untold = compared.wrongRows - new Set(compared.wrong.map(({ table, key }) => `${table} ${key}`)).size
    if (untold > 0)
      differs({
        position,
        check: checkOf(shadow),
        expected: 'rows as the log gives them',
        found: `${untold} more that differ`,
      })
    return compared.rows
  } finally {
    await client.query('commit').catch(() => undefined)
  }
}

/** Nothing personal is folded of whoever is in this table: it must be those whom the log erases. */
async function compareErased(
  client: pg.ClientBase,
  before: ReadonlySet<string>,
  head: Position,
  differs: Differs,
): Promise<void> {
  const own = await readErased(client)
  const { rows } = await client.query<{ person_id: string }>('select person_id from public.erased_person')
  const kept = new Set(rows.map(({ person_id: person }) => person))
  const check = 'erased people'
  for (const person of before)
    if (!own.has(person))
      differs({ position: head, check, expected: `${person} as everybody`, found: 'kept as erased, by no event' })
  for (const person of own)
    if (!kept.has(person)) differs({ position: head, check, expected: `${person} kept as erased`, found: 'not kept' })
}
