import { z } from 'zod'
import { type EventsOf } from '#domain/kernel/event-table.ts'
import { logClock } from '#projections/log-clock/log-clock.ts'
import { type AnyReadModel, handlers, type ReadModel } from '#projections/read-model.ts'

/** Events that mean nothing, for the engine's tests. */
export const tallyEvents = {
  TallyCounted: z.object({ id: z.string(), kind: z.string(), amount: z.int(), at: z.iso.datetime() }),
  TallyNamed: z.object({ id: z.string(), name: z.string(), tags: z.array(z.string()) }),
  TallyRemoved: z.object({ id: z.string() }),
  TallyIgnored: z.object({ id: z.string() }),
  TallySpoiled: z.object({ id: z.string() }),
}
export type TallyEvent = EventsOf<typeof tallyEvents>

export type TallyRow = {
  id: string
  total: number
  counts: number
  name: string | null
  tags: readonly string[]
  facts: { readonly kinds: readonly string[] }
  first_at: string
  last_day: string
}

const NEW = { total: 0, counts: 0, name: null, tags: [], facts: { kinds: [] } }

/** Every kind of column, deletions and re-creations, and its past. */
export const tally: ReadModel<TallyRow> = {
  name: 'tally',
  revision: 1,
  temporal: true,
  columns: {
    id: 'text not null',
    total: 'bigint not null',
    counts: 'int not null',
    name: 'text',
    tags: 'text[] not null',
    facts: 'jsonb not null',
    first_at: 'timestamptz not null',
    last_day: 'date not null',
  },
  key: ['id'],
  indexes: ['(last_day, id)'],
  on: handlers<TallyRow, TallyEvent>({
    TallyCounted: ({ event: { data } }) => [
      {
        key: [data.id],
        fold: (row) => ({
          ...(row ?? { ...NEW, id: data.id, first_at: data.at }),
          total: (row?.total ?? 0) + data.amount,
          counts: (row?.counts ?? 0) + 1,
          facts: { kinds: [...new Set([...(row?.facts.kinds ?? []), data.kind])].sort() },
          last_day: data.at.slice(0, 10),
        }),
      },
    ],
    TallyNamed: ({ event: { data } }) => [
      { key: [data.id], fold: (row) => (row === undefined ? undefined : { ...row, name: data.name, tags: data.tags }) },
    ],
    TallyRemoved: ({ event: { data } }) => [{ key: [data.id], fold: () => undefined }],
  }),
}

export type TallyKindRow = { day: string; kind: string; total: number; times: number }

/** A rollup under a key of two columns: one event may touch one row twice. */
export const tallyKind: ReadModel<TallyKindRow> = {
  name: 'tally_kind',
  revision: 1,
  columns: { day: 'date not null', kind: 'text not null', total: 'bigint not null', times: 'int not null' },
  key: ['day', 'kind'],
  on: handlers<TallyKindRow, TallyEvent>({
    TallyCounted: ({ event: { data } }) => {
      const day = data.at.slice(0, 10)
      const add = (kind: string) => ({
        key: [day, kind],
        fold: (row: TallyKindRow | undefined) => ({
          day,
          kind,
          total: (row?.total ?? 0) + data.amount,
          times: (row?.times ?? 0) + 1,
        }),
      })
      return [add(data.kind), add('every kind'), add('every kind')]
    },
  }),
}

export type TallyStepRow = { position: number; line: number; type: string }

/** Only ever grows; one event makes a row and changes it, so that its first version is valid at no position. */
export const tallyStep: ReadModel<TallyStepRow> = {
  name: 'tally_step',
  revision: 1,
  temporal: true,
  columns: { position: 'bigint not null', line: 'int not null', type: 'text not null' },
  key: ['position', 'line'],
  on: handlers<TallyStepRow, TallyEvent>({
    TallyCounted: ({ position, event: { type } }) => [
      { key: [position, 0], fold: () => ({ position, line: 0, type: 'never seen' }) },
      { key: [position, 0], fold: () => ({ position, line: 0, type }) },
      { key: [position, 1], fold: () => ({ position, line: 1, type }) },
    ],
    TallyRemoved: ({ position, event: { type } }) => [
      { key: [position, 0], fold: () => ({ position, line: 0, type }) },
    ],
  }),
}

export const tallyModels: readonly AnyReadModel[] = [tally, tallyKind, tallyStep, logClock]
