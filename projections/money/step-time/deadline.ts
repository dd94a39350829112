import { type RawBuilder, sql } from 'kysely'
import type { Moment } from '#projections/moment.ts'
import { setting } from '#projections/people/setting/setting.ts'

/** For how many working hours a bill may wait for its step by the settings of a moment; nothing where they say none. */
export const deadlineOf = (moment: Moment): RawBuilder<unknown> => sql`(
  select number from ${moment.rowsOf(setting)} deadline where deadline.key = 'deadline_' || waits_for)`
