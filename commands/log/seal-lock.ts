import { createSoleTurns, type TakeTurn } from '#commands/sole-turn.ts'

/** The turn to seal: one process at a time has it. */
export const createPostgresSealTurns = (appUrl: string): TakeTurn => createSoleTurns(appUrl, 'sealer')
