import type { ReadModel } from '#projections/read-model.ts'

/** The last position that was recorded in a second; seconds in which nothing was recorded have no row. */
export type LogClockRow = { second: string; position: number }

/** The recorded clock: what position the log was at on a date. Serves every as-of question by date. */
export const logClock: ReadModel<LogClockRow, 'log_clock'> = {
  name: 'log_clock',
  revision: 2,
  columns: { second: 'timestamptz not null', position: 'bigint not null' },
  key: ['second'],
  indexes: ['(position)'],
  on: {},
  onSecond: ({ second, position }) => [{ key: [second], fold: () => ({ second, position }) }],
}
