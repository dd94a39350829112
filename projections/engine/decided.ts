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

/** Notes that the tables of these models have folded nothing that these decisions leave out. `owner` may write that. */
export async function noteDecided(
  owner: pg.ClientBase,
  inLine: readonly Pick<Definition, 'name' | 'revision'>[],
  { known }: Decisions,
): Promise<void> {
  await owner.query(
    `update read_model m set decided = $3 from unnest($1::text[], $2::integer[]) u(name, revision)
      where m.name = u.name and m.revision = u.revision and m.decided < $3`,
    [inLine.map(({ name }) => name), inLine.map(({ revision }) => revision), known],
  )
}
