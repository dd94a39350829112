import type pg from 'pg'
import type { Part } from '#commands/supervise.ts'

/** A process that was not heard of for so long is taken for dead. */
const SILENT_AFTER = '10 seconds'
export const BEAT_EVERY_MS = 2_000

/**
 * A part as another process told of it; `isSilent` when that process was not heard of since. `hangs` when it is silent and
 * its connection stands all the same: it has not ended, and may go on at any time.
 */
export type HeardPart = Part & { readonly process: string; readonly isSilent: boolean; readonly hangs: boolean }

/** Said as of a day to come: by nobody, as beats are told by the database's clock; a clock that was put right is ahead of none for long. */
const toCome = (row: string) => `${row}.beat_at > now() + interval '${SILENT_AFTER}'`

/** Whether the connection over which a process told of itself last still stands: a condition on a row of process_part. */
const stands = (row: string) =>
  `exists (select from pg_stat_activity a where a.pid = ${row}.backend and a.backend_start <= ${row}.beat_at) and not (${toCome(row)})`

/** Where processes tell one another how their parts are doing. */
export type Heartbeats = {
  /** Tells that this process lives, and how its parts are. */
  beat(parts: readonly Part[]): Promise<void>
  /** What the other processes told. */
  others(): Promise<readonly HeardPart[]>
  /** This process ends in good order: nobody need miss it. */
  leave(): Promise<void>
}

/** Heartbeats in the table `process_part`, timed by the clock of its database. `signsUnder`: the id of the key of its events. */
export function createPostgresHeartbeats(pool: pg.Pool, processId: string, signsUnder: () => string): Heartbeats {
  return {
    async beat(parts) {
      await pool.query(
        `with told as (
           select * from unnest($2::text[], $3::text[], $4::timestamptz[], $5::int[], $6::timestamptz[], $7::text[])
             t(name, state, since, failures, last_failed_at, remark)
         ), forgotten as (
           -- The dead are kept for as long as nobody does their work; who hangs has not ended.
           delete from process_part dead using told
            where dead.name = told.name and (dead.beat_at < now() - interval '${SILENT_AFTER}' or ${toCome('dead')}) and dead.process <> $1
              and not ${stands('dead')}
         )
         insert into process_part (process, name, state, since, failures, last_failed_at, remark, beat_at, backend, event_key)
         select $1, name, state, since, failures, last_failed_at, remark, now(), pg_backend_pid(), $8 from told
         on conflict (process, name) do update
            set state = excluded.state, since = excluded.since, failures = excluded.failures,
                last_failed_at = excluded.last_failed_at, remark = excluded.remark, beat_at = excluded.beat_at,
                backend = excluded.backend, event_key = excluded.event_key`,
        [
          processId,
          parts.map(({ name }) => name),
          parts.map(({ state }) => state),
          parts.map(({ since }) => since),
          parts.map(({ failures }) => failures),
          parts.map(({ lastFailedAt }) => lastFailedAt ?? null),
          parts.map(({ remark }) => remark ?? null),
          signsUnder(),
        ],
      )
    },
    async others() {
      const { rows } = await pool.query<HeardRow>(
        `select process, name, state, since, failures, last_failed_at, remark, beat_at, is_silent,
                is_silent and ${stands('p')} as hangs
           from process_part p, lateral (select beat_at < now() - interval '${SILENT_AFTER}' or ${toCome('p')} as is_silent) s
          where process <> $1`,
        [processId],
      )
      return rows.map(({ since, last_failed_at: failed, remark, is_silent: isSilent, beat_at: heard, ...rest }) => ({
        ...{ ...rest, isSilent, since: isSilent ? heard : since },
        ...(failed === null ? {} : { lastFailedAt: failed }),
        ...(remark === null ? {} : { remark }),
      }))
    },
    async leave() {
      await pool.query('delete from process_part where process = $1', [processId])
    },
  }
}

/**
 * The processes that live, or hang, and do not sign events under this key: each by its id and what it does, for operators. One of a
 * version that tells no key is among them.
 */
export async function processesNotUnder(
  pool: pg.Pool,
  keyId: string,
): Promise<readonly { readonly process: string; readonly does: string }[]> {
  const { rows } = await pool.query<{ process: string; does: string }>(
    `select process, string_agg(name, ', ' order by name) as does from process_part p
      where event_key is distinct from $1
        and (beat_at between now() - interval '${SILENT_AFTER}' and now() + interval '${SILENT_AFTER}' or ${stands('p')})
      group by process order by 2, 1`,
    [keyId],
  )
  return rows
}

type HeardRow = {
  process: string
  name: string
  state: Part['state']
  since: string
  failures: number
  last_failed_at: string | null
  remark: string | null
  is_silent: boolean
  hangs: boolean
  beat_at: string
}
