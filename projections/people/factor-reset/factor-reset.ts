import type { SecondFactorEvent } from '#domain/people/second-factor/events.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A reset of somebody's second factor that waits for a second administrator; `id` is the person's. */
export type FactorResetRow = { id: string; asked_by: string; asked_at: string }

const ended = (id: string): readonly Change<FactorResetRow>[] => [{ key: [id], fold: () => undefined }]

/** Serves the notices of resets to those who may confirm them. The step itself reads the stream. */
export const factorReset: ReadModel<FactorResetRow, 'factor_reset'> = {
  name: 'factor_reset',
  revision: 1,
  columns: { id: 'text not null', asked_by: 'text not null', asked_at: 'timestamptz not null' },
  key: ['id'],
  on: handlers<FactorResetRow, SecondFactorEvent | UserEvent>({
    SecondFactorResetAsked: ({ event: { data } }) => [
      { key: [data.userId], fold: () => ({ id: data.userId, asked_by: data.by, asked_at: data.at }) },
    ],
    SecondFactorResetDeclined: ({ event: { data } }) => ended(data.userId),
    SecondFactorReset: ({ event: { data } }) => ended(data.userId),
    SecondFactorEnrolled: ({ event: { data } }) => ended(data.userId),
    SecondFactorRemoved: ({ event: { data } }) => ended(data.userId),
    UserErased: ({ event: { data } }) => ended(data.userId),
  }),
}
