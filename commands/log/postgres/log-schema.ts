import pg from 'pg'
import { inTransaction } from '#commands/postgres.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { lockTransaction } from '#commands/lock-holder.ts'
import type { Report } from '#commands/rarely.ts'
import { findLostGuards, type GuardFunction, LOG_CONSTRAINTS } from './guards.ts'
import { INTEGRITY_STREAM } from '#domain/integrity/events.ts'
import { LARGEST_EVENT } from './rows.ts'
import { StartRefused } from '#commands/log/start-refused.ts'

/** The channel that carries one notification per group of appends. */
export const LOG_CHANNEL = 'event_log'

const refuseFunction = `
create or replace function public.event_log_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The event log is only ever appended to (% refused)', tg_op using errcode = 'insufficient_privilege';
end $$;
`

const tables = `
create table if not exists public.event_log (
  position bigint primary key,
  stream text collate "C" not null,
  revision integer not null check (revision >= 0),
  id uuid not null,
  type text collate "C" not null,
  data text collate "C" not null,
  meta text collate "C" not null,
  recorded_at timestamptz(3) not null,
  constraint event_log_place unique (stream, revision),
  constraint event_log_id unique (id),
  constraint event_log_size check (octet_length(data) <= ${LARGEST_EVENT} and
    octet_length(meta) <= 65536 and octet_length(stream) <= 1024 and octet_length(type) <= 1024)
);
create table if not exists public.event_log_head (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  recorded_at timestamptz(3) not null
) with (fillfactor = 10);
insert into public.event_log_head (position, recorded_at)
  select 0, 'epoch' where not exists (select from public.event_log_head) on conflict do nothing;

${refuseFunction}create or replace trigger event_log_no_change before update or delete or truncate on public.event_log
  for each statement execute function public.event_log_refuse_change();
create or replace trigger event_log_head_stays before delete or truncate on public.event_log_head
  for each statement execute function public.event_log_refuse_change();
`

/*
 * Takes a group of appends: the events of all in order, each with the stream and revision it wants, and how many of
 * them belong to each append. The head row is locked first and to the end of the transaction, so position order is
 * commit order. The usual group, in which every append fits, is written by one statement, checked by the event that
 * must come before and by the unique keys, and has one answer; any other goes append by append, with an answer each.
 * An append that was there before is answered with the metadata that were stored then. One that says by how many decisions
 * of operators its stream was folded is refused when there are others: two processes never decide on different folds. One of several streams, or with
 * a gap in its revisions, is refused as any that does not fit: nobody makes a gap who has the app's rights alone. Nor by sizes
 * that are not those of the events. Nothing is written behind a head row that is not the log's end.
 * (Asked by 'exists', the planner would read every event there is into a hash.)
 * Without seqscan, as the plans are made while the table is still empty and kept while it grows.
 */
const appendFunction = `
create or replace function public.event_log_append(
  p_sizes integer[], p_decided integer[], p_streams text[], p_revisions integer[], p_ids uuid[], p_types text[], p_data text[], p_metas text[]
) returns table (o_outcome text, o_revision integer, o_position bigint, o_id uuid, o_meta text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_head bigint; v_start bigint; v_time timestamptz; v_fits boolean := true; v_written integer;
  v_from integer := 1; v_to integer; v_size integer; v_known integer; v_last bigint; v_reused uuid; v_revision integer;
  v_meta text; v_append integer; v_decided integer;
begin
  -- Appends of no events, or of fewer than none, would move the head to where no event is.
  if (1 > any (p_sizes)) is not false or exists (
       select from unnest(
           array[array_dims(p_sizes), array_dims(p_decided), array_dims(p_streams), array_dims(p_revisions), array_dims(p_ids),
             array_dims(p_types), array_dims(p_data), array_dims(p_metas)],
           array[cardinality(p_sizes), cardinality(p_sizes)] || array_fill((select sum(size) from unnest(p_sizes) size)::integer, array[6])
         ) given(dims, due) where dims is distinct from format('[1:%s]', due)) then
    raise exception 'Not appends, each with its events' using errcode = 'invalid_parameter_value';
  end if;
  select h.position, greatest(date_trunc('milliseconds', clock_timestamp()), h.recorded_at)
    into v_head, v_time from public.event_log_head h for update;
  -- What is written from a wrong end nobody could read: at a position that is taken, or no number of theirs, at no time. And at a
  -- time to come only where an event is of that time already: the clock was ahead then.
  if v_head is null or v_head not between 0 and 9007199254000000 or v_time not between '0001-01-01' and '9999-12-30'
     or exists (select from public.event_log l where l.position > v_head)
     or (v_time > clock_timestamp() + interval '1 minute'
         and not exists (select from public.event_log l where l.position = v_head and l.recorded_at = v_time)) then
    raise exception 'The log does not end where it says that it does (%)', v_head using errcode = 'data_corrupted';
  end if;
  v_start := v_head;
  select coalesce(max(l.revision), -1) + 1 into v_decided from public.event_log l where l.stream = '${INTEGRITY_STREAM}';

  begin
    if v_decided <> any(p_decided) then raise unique_violation; end if;
    insert into public.event_log (position, stream, revision, id, type, data, meta, recorded_at)
      select v_start + e.n, e.stream, e.revision, e.id, e.type, e.data, e.meta, v_time
        from unnest(p_streams, p_revisions, p_ids, p_types, p_data, p_metas)
             with ordinality e(stream, revision, id, type, data, meta, n)
       where e.revision = 0
          or (p_revisions[e.n - 1] = e.revision - 1 and p_streams[e.n - 1] = e.stream)
          or (select true from public.event_log l where l.stream = e.stream and l.revision = e.revision - 1 limit 1);
    get diagnostics v_written = row_count;
    if v_written <> cardinality(p_ids) then raise unique_violation; end if;
  exception when unique_violation then
    v_fits := false;
  end;

  if v_fits then
    v_head := v_start + v_written;
    return query select 'all appended', null::integer, v_start, null::uuid, null::text;
  else
    for v_append in 1 .. cardinality(p_sizes) loop
      v_size := p_sizes[v_append];
      v_to := v_from + v_size - 1;
      select count(l.id), max(l.position), (array_agg(e.id order by e.n) filter (where e.again > 1
               or (l.id is not null and (l.stream, l.revision, l.type, l.data) is distinct from (e.stream, e.revision, e.type, e.data))))[1]
        into v_known, v_last, v_reused
        from (select u.*, row_number() over (partition by u.id order by u.n) as again
                from unnest(p_streams[v_from:v_to], p_revisions[v_from:v_to], p_ids[v_from:v_to], p_types[v_from:v_to], p_data[v_from:v_to])
                     with ordinality u(stream, revision, id, type, data, n)) e
        left join public.event_log l on l.id = e.id;
      select coalesce(max(l.revision), -1) into v_revision from public.event_log l where l.stream = p_streams[v_from];

      if v_reused is not null then
        return query select 'reused', null::integer, null::bigint, v_reused, null::text;
      elsif v_known = v_size then
        select l.meta into strict v_meta from public.event_log l where l.position = v_last;
        return query select 'appended', p_revisions[v_to], v_last, null::uuid, v_meta;
      elsif v_decided <> p_decided[v_append] then
        return query select 'decided since', null::integer, null::bigint, null::uuid, null::text;
      elsif v_revision <> p_revisions[v_from] - 1 or exists (
        select from generate_series(v_from, v_to) n
         where (p_streams[n], p_revisions[n]) is distinct from (p_streams[v_from], p_revisions[v_from] + n - v_from)
      ) then
        return query select 'conflict', v_revision, null::bigint, null::uuid, null::text;
      else
        insert into public.event_log (position, stream, revision, id, type, data, meta, recorded_at)
          select v_head + e.n, e.stream, e.revision, e.id, e.type, e.data, e.meta, v_time
            from unnest(p_streams[v_from:v_to], p_revisions[v_from:v_to], p_ids[v_from:v_to], p_types[v_from:v_to], p_data[v_from:v_to],
                   p_metas[v_from:v_to]) with ordinality e(stream, revision, id, type, data, meta, n);
        v_head := v_head + v_size;
        return query select 'appended', p_revisions[v_to], v_head, null::uuid, null::text;
      end if;
      v_from := v_to + 1;
    end loop;
  end if;

  if v_head > v_start then
    update public.event_log_head set position = v_head, recorded_at = v_time;
    perform pg_notify('${LOG_CHANNEL}', v_head::text);
  end if;
end $$;
revoke all on function public.event_log_append from public;
`

/** The functions that hold the log's table, as they are made here. */
const refusing: GuardFunction = { name: 'event_log_refuse_change', takes: '', text: refuseFunction, runs: [] }
const wayIn: GuardFunction = {
  ...{ name: 'event_log_append', text: appendFunction },
  takes: 'integer[], integer[], text[], integer[], uuid[], text[], text[], text[]',
  runs: ['definer', 'search_path=pg_catalog, pg_temp', 'enable_seqscan=off', 'plan_cache_mode=force_generic_plan'],
}

/** What of the guards of the log's table is not as it was made, for whoever connects as the app (guards.ts). */
export const lostGuards = (client: Pick<pg.Pool, 'query'>): Promise<readonly Difference[]> =>
  findLostGuards(client, [refusing, wayIn])

/**
 * Makes the log's tables, its one way in, and the role that the app connects as, in the database of `owner`; safe to
 * run at every start. The app's role may read and call the append function, and nothing else: it gets no password
 * here. Throws `StartRefused` when the app would connect as the owner or as a superuser, whom no REVOKE holds, and when what
 * stands there is not the owner's (docs/mismatch.md). Gives what of its guards was
 * not as it had been made, and tells `report` whom it waits for: triggers, functions and rights are put back, and a constraint where the rows allow it.
 */
export async function installPostgresLog(
  owner: pg.Pool,
  appRole: string,
  report: Report = () => undefined,
): Promise<readonly Difference[]> {
  const client = await owner.connect()
  try {
    return await inTransaction(client, async () => {
      // Roles are shared by all databases of the server, and so is this lock's intent: starts at the same time take turns.
      await lockTransaction(client, 'event_log install', report)
      await checkServer(client, appRole)
      // Not its way in: that of another version of the portal is another.
      const lost = await findLostGuards(client, [refusing], appRole)
      await mustOwnLog(client)
      await client.query(tables)
      await client.query(appendFunction)
      const app = pg.escapeIdentifier(appRole)
      await client.query(`
        revoke all on public.event_log, public.event_log_head from public, ${app};
        grant usage on schema public to ${app};
        grant select on public.event_log, public.event_log_head to ${app};
        grant execute on function public.event_log_append to ${app};`)
      await putBackConstraints(client, lost)
      return lost
    })
  } finally {
    client.release()
  }
}

/** Nobody but their owner puts back what held them; and whoever made them anew, or gave them away, may have kept rows back. */
async function mustOwnLog(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ what: string; alter: string; owner: string; me: string }>(
    `select kind || ' ' || name as what, kind || ' public.' || name as alter, pg_get_userbyid(owner) as owner, current_user as me
       from (select 'table', relname, relowner from pg_class
              where oid in (to_regclass('public.event_log'), to_regclass('public.event_log_head'))
              union all
             select 'function', proname, proowner from pg_proc
              where pronamespace = 'public'::regnamespace and proname in ('${refusing.name}', '${wayIn.name}')) o(kind, name, owner)
      where not pg_has_role(owner, 'usage') order by kind desc, name`,
  )
  const [first] = rows
  if (first === undefined) return
  const { me } = first
  const alter = rows.map(({ alter }) => `alter ${alter} owner to ${pg.escapeIdentifier(me)};`).join(' ')
  throw new StartRefused(
    `${rows.map(({ what, owner }) => `The ${what} belongs to ${owner}`).join('. ')}, not to ${me}, who made it: ` +
      'somebody has given it away or made it anew, and events may be missing. Keep a copy of the database and of the seals. ' +
      'Then restore the last backup; or, to see what is missing, give it back as a superuser of the database ' +
      `(${alter}) and start again: the start and npm run verify name what does not hold (docs/mismatch.md).`,
  )
}

/** Where rows stand against a constraint they are told of, and it stays as it is until they are gone. */
async function putBackConstraints(client: pg.PoolClient, lost: readonly Difference[]): Promise<void> {
  for (const { table, name, is } of LOG_CONSTRAINTS) {
    if (!lost.some(({ row }) => row?.key === `constraint ${name}`)) continue
    await client.query(`do $$ begin
      alter table public.${table} drop constraint if exists ${name}, add constraint ${name} ${is};
      exception when unique_violation or check_violation or not_null_violation then null; end $$`)
  }
}

async function checkServer(client: pg.PoolClient, appRole: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string; owner: string }>(
    "select current_setting('server_encoding') as encoding, current_user as owner",
  )
  const [server] = rows
  if (server?.encoding !== 'UTF8')
    throw new StartRefused(
      `The event log needs a database in UTF8, not ${server?.encoding}: make it with encoding 'UTF8'`,
    )
  if (server.owner === appRole)
    throw new StartRefused(
      `The app must not connect as ${appRole}, the owner of the event log: give it a role of its own`,
    )
  // Two databases of one server may be installed at once; advisory locks do not reach across them.
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = ${pg.escapeLiteral(appRole)}) then
      create role ${pg.escapeIdentifier(appRole)} login;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$`)
  const role = await client.query<{ rolsuper: boolean }>('select rolsuper from pg_roles where rolname = $1', [appRole])
  if (role.rows[0]?.rolsuper !== false)
    throw new StartRefused(`The app must not connect as the superuser ${appRole}: give it a role of its own`)
}
