import { moneyProcesses } from '#commands/money/processes/money-processes.ts'
import { recover } from '#tests/commands/recover.ts'
import type { MoneyProcess } from './money-world.ts'

/** Finishes at once every move that is open now. */
export const recoverMoney = (process: MoneyProcess): Promise<void> => recover(moneyProcesses, process)
