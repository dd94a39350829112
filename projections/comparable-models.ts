import type pg from 'pg'
import type { LiveDecisions } from '#commands/log/decisions.ts'
import type { EventLog, Position } from '#commands/log/event-log.ts'
import type { Differs } from '#commands/log/verify/log-check.ts'
import { BEYOND_THE_LOG, isOutdated } from './engine/checkpoints.ts'
import { isOutOfLine } from './engine/decided.ts'
import type { Definition } from './engine/definition.ts'
import { changedModels } from './engine/shape.ts'

type ReadModelsOf = {
  readonly log: Pick<EventLog, 'head'>
  readonly decisions: Pick<LiveDecisions, 'now'>
  readonly skips: (model: string) => Promise<ReadonlySet<Position>>
}

/** Where a model says it is, and what its tables went around. */
type Standing = { readonly position: Position; readonly skipped: readonly Position[] }

type Comparable = {
  readonly definition: Definition
  readonly position: Position
  /** Whether its tables are not as they were made: what can be compared of them is. */
  readonly isChanged: boolean
}

/** What is said of a model that stands beyond the end of its log, whoever finds it. */
export const checkpointBeyond = (name: string, head: Position): Parameters<Differs>[0] => ({
  ...{ position: head, through: head, check: `read model ${name}` },
  ...{ expected: `a checkpoint up to ${head}`, found: BEYOND_THE_LOG },
})

/**
 * The models that can be compared, with where they stand and around what they went. Why another one cannot is said in
 * `unchecked`: what its row says of its version and decisions only the tables' owner can write (migrations/rights.ts).
 */
export async function comparableModels(
  { log, skips, decisions }: ReadModelsOf,
  client: pg.ClientBase,
  definitions: readonly Definition[],
  differs: Differs,
  unchecked: string[],
): Promise<readonly Comparable[]> {
  const changed = await changedModels(client)
  const { rows } = await client.query<
    Standing & { name: string; revision: number; fingerprint: string; decided: number }
  >('select name, revision, fingerprint, decided, position, array_to_json(skipped) as skipped from read_model')
  // After the checkpoints: a log that only grows cannot be behind them.
  const head = await log.head()
  const found: Comparable[] = []
  for (const definition of definitions) {
    const { name, revision } = definition
    const checkpoint = rows.find((row) => row.name === name)
    const differ = (expected: string, what: string) =>
      differs({ position: head, through: head, check: `read model ${name}`, expected, found: what })
    const leaveOut = (why: string) => unchecked.push(`The read model ${name} was not compared: ${why}`)
    if (checkpoint === undefined) differ('a checkpoint', 'none')
    else if (checkpoint.position > head) differs(checkpointBeyond(name, head))
    else if (isOutdated(definition, checkpoint) || checkpoint.revision > revision)
      leaveOut(`revision ${checkpoint.revision} of it, of another version of the portal, serves`)
    else if (isOutOfLine(definition, checkpoint, decisions.now()))
      leaveOut('it is to be built again without what is left out')
    else {
      const decided = await skips(name)
      const skipped = new Set(checkpoint.skipped)
      for (const position of skipped)
        if (!decided.has(position)) {
          const expected = 'a decision to go around it'
          differs({ position, check: `read model ${name}`, expected, found: 'none: its tables went around it' })
        }
      const { position } = checkpoint
      found.push({ definition: { ...definition, skipped }, position, isChanged: changed.has(name) })
    }
  }
  return found
}
