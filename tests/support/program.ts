import { inject } from 'vitest'
import { programsIn } from '#scripts/write-programs.ts'

/**
 * What Node is given to run one of our programs, by its path from the root. It is what every start makes of it in memory
 * (0023), made once for the run: how it is made has tests of its own, and takes longer than most of what is then done.
 */
export const program = (path: string): readonly string[] => programsIn(inject('programs'))(path)
