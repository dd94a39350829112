import type pg from 'pg'
import { type Decisions, leavesOutSince } from '#commands/log/decisions.ts'
import type { Checkpoint } from './checkpoints.ts'
import type { Definition } from './definition.ts'
import { folds } from './fold.ts'

/**
 * Whether a model's tables may have folded what operators have decided to leave out since they had passed it. Such tables are
 * built anew, and go on serving meanwhile.
 */
export const isOutOfLine = (
  definition: Definition,
  checkpoint: Pick<Checkpoint, 'position' | 'decided'>,
  decisions: Decisions,
): boolean => leavesOutSince(decisions, checkpoint, (type) => folds(definition, type))

/** Notes that a model's tables have folded nothing that these decisions leave out. */
export async function noteDecided(
  client: pg.ClientBase,
  { name, revision }: Definition,
  { known }: Decisions,
): Promise<void> {
  await client.query('update read_model set decided = $3 where name = $1 and revision = $2 and decided < $3', [
    ...[name, revision, known],
  ])
}
