/*
 * What the database's catalogs say of the log's tables, and of whatever could come between them and who asks: a name and what
 * stands there, in words that stay the same from one version of Postgres to the next. Ordered by name, so that the same is
 * found whoever asks.
 */

/** `$1`: the names of the functions; `$2`: the role of the app, who connects when it is null. */
const LOG = `
  with log as (select c.oid, c.relname, c.relowner, c.relkind, c.relpersistence, c.relacl, c.relhastriggers, c.relchecks
                 from pg_class c where c.oid in (to_regclass('public.event_log'), to_regclass('public.event_log_head'))),
       app as (select r.* from pg_roles r where r.rolname = coalesce($2, current_user)),
       own as (select c.oid, c.relname, c.relrowsecurity, c.relpersistence from pg_class c
                where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
                  and c.relowner in (select relowner from log)),
       made as (select objid, classid from pg_depend where deptype = 'e')`

// A trigger's type, by its bits: 1 for each row, 2 before, 4 insert, 8 delete, 16 update, 32 truncate, 64 instead.
const TRIGGER = `
  case t.tgenabled when 'O' then '' when 'A' then '' else 'disabled, ' end ||
  case t.tgtype & 67 when 2 then 'before ' else 'other than before ' end ||
  concat_ws(', ', case when t.tgtype & 4 > 0 then 'insert' end, case when t.tgtype & 16 > 0 then 'update' end,
    case when t.tgtype & 8 > 0 then 'delete' end, case when t.tgtype & 32 > 0 then 'truncate' end) ||
  case when t.tgattr = '' then '' else ' of some columns' end || case when t.tgqual is null then '' else ' when' end ||
  ': ' || p.pronamespace::regnamespace || '.' || p.proname`

const FACTS = [
  // The tables themselves: kept over crashes, alone, with the columns that they were made with.
  `select 'table ' || relname as name, concat_ws(', ', case relkind when 'r' then 'a table' else 'no table' end,
     case when relpersistence <> 'p' then 'emptied by a crash' end,
     case when not relhastriggers and exists (select from pg_trigger where tgrelid = log.oid) then 'its triggers do not fire' end,
     case when relchecks <> (select count(*) from pg_constraint where conrelid = log.oid and contype = 'c')
       then 'its conditions are not looked at' end) as is from log`,
  `select 'column ' || l.relname || '.' || a.attname, concat_ws(', ', format_type(a.atttypid, a.atttypmod),
     case when a.attcollation = 0 then null else 'collate ' || (select collname from pg_collation where oid = a.attcollation) end,
     case when a.attnotnull then 'not null' end, case when a.attgenerated <> '' or a.attidentity <> '' then 'generated' end)
     from log l join pg_attribute a on a.attrelid = l.oid and a.attnum > 0 and not a.attisdropped`,
  `select 'constraint ' || c.conname, pg_get_constraintdef(c.oid) || case when coalesce(i.indisvalid and i.indisready and i.indislive, true) then '' else ', which does not hold' end
       || case when coalesce(i.indisunique, true) then '' else ', by an index that is not unique' end
     from log join pg_constraint c on c.conrelid = log.oid and c.contype in ('p', 'u', 'c', 'x', 'f')
     left join pg_index i on i.indexrelid = c.conindid and c.contype <> 'c'`,
  // Each could run something, or refuse what it should not; one for speed is nobody's matter.
  `select 'index ' || i.indexrelid::regclass, 'unique, partial or of expressions' from log
     join pg_index i on i.indrelid = log.oid and (i.indisunique or i.indexprs is not null or i.indpred is not null)
    where not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)`,
  // Of every table of the portal: what would show, or change, other rows than those that are there.
  `select 'trigger ' || t.tgname || case when log.oid is null then ' of ' || own.relname else '' end, ${TRIGGER}
     from own join pg_trigger t on t.tgrelid = own.oid and not t.tgisinternal join pg_proc p on p.oid = t.tgfoid
     left join log on log.oid = own.oid`,
  `select 'rule ' || r.rulename || ' of ' || own.relname, 'instead of the table, or beside it'
     from own join pg_rewrite r on r.ev_class = own.oid`,
  `select 'policy ' || p.polname || ' of ' || own.relname, 'who sees which rows'
     from own join pg_policy p on p.polrelid = own.oid`,
  `select 'row security of ' || relname, 'on' from own where relrowsecurity`,
  `select 'table ' || i.inhrelid::regclass || ' under ' || own.relname, 'its rows stand among those of ' || own.relname
     from own join pg_inherits i on i.inhparent = own.oid`,
  `select 'table ' || relname, 'emptied by a crash' from own where relpersistence <> 'p' and oid not in (select oid from log)`,
  // Functions: the log's own, whole, and any other that would be taken for one of them, or for one of Postgres' own.
  `select 'function ' || p.proname || '(' || oidvectortypes(p.proargtypes) || ')',
          concat_ws('; ', encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex'), l.lanname,
            case p.provolatile when 'i' then 'immutable' when 's' then 'stable' end, case when p.proisstrict then 'strict' end,
            case p.proparallel when 'u' then null else 'parallel' end, case when p.proleakproof then 'leakproof' end,
            case when p.prosecdef then 'definer' end, array_to_string(p.proconfig, '; '))
     from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace and p.proname = any($1)`,
  `select 'function ' || p.proname || '(' || oidvectortypes(p.proargtypes) || ')', 'under a name of Postgres’ own'
     from pg_proc p where p.pronamespace = 'public'::regnamespace
      and exists (select from pg_proc o where o.pronamespace = 'pg_catalog'::regnamespace and o.proname = p.proname)
      and not exists (select from made where classid = 'pg_proc'::regclass and objid = p.oid)`,
  `select 'operator ' || o.oprname || ' (' || o.oprleft::regtype || ', ' || o.oprright::regtype || ')', 'under a name of Postgres’ own'
     from pg_operator o where o.oprnamespace = 'public'::regnamespace
      and exists (select from pg_operator p where p.oprnamespace = 'pg_catalog'::regnamespace and p.oprname = o.oprname)
      and not exists (select from made where classid = 'pg_operator'::regclass and objid = o.oid)`,
  // What a text, or a number, is made into on its way; Postgres' own have numbers below.
  `select 'cast ' || c.castsource::regtype || ' as ' || c.casttarget::regtype, 'none of Postgres’ own' from pg_cast c
    where c.oid >= 16384 and not exists (select from made where classid = 'pg_cast'::regclass and objid = c.oid)`,
  // Rights: the app's, by whatever way it has them, and everybody's but the owner's.
  `select 'rights of the app', string_agg(what, ', ' order by what) from (
     select distinct r.what from app, log, unnest(array['insert', 'update', 'delete', 'truncate', 'trigger', 'references']) r(what)
      where has_table_privilege(app.oid, log.oid, r.what)
         or (r.what in ('insert', 'update', 'references') and has_any_column_privilege(app.oid, log.oid, r.what))
     union all select 'the owner’s' from app where exists (select from log where pg_has_role(app.oid, log.relowner, 'member'))
     union all select 'create in public' from app where has_schema_privilege(app.oid, 'public', 'create')
     union all select 'makes roles' from app where rolcreaterole
     union all select 'past row security' from app where rolbypassrls
     union all select 'replication' from app where rolreplication
     union all select 'set of ' || p.parname from app, pg_parameter_acl p
      where has_parameter_privilege(app.oid, p.parname, 'set') or has_parameter_privilege(app.oid, p.parname, 'alter system')
     union all select r.rolname from app, pg_roles r
      where r.rolname in ('pg_write_server_files', 'pg_execute_server_program') and pg_has_role(app.oid, r.oid, 'member')
   ) held having count(*) > 0`,
  `select 'rights of ' || coalesce(r.rolname, 'everybody'), string_agg(distinct lower(a.privilege_type), ', ')
     from (select oid, relowner, relacl as acl from log
           union all select l.oid, l.relowner, c.attacl from log l join pg_attribute c on c.attrelid = l.oid) l,
          aclexplode(l.acl) a left join pg_roles r on r.oid = a.grantee
    where a.grantee <> l.relowner and a.privilege_type <> 'SELECT' and a.grantee not in (select oid from app)
    group by r.rolname`,
  `select 'settings of ' || coalesce(r.rolname, 'everybody'), string_agg(s.one, ', ' order by s.one)
     from pg_db_role_setting g left join pg_roles r on r.oid = g.setrole, unnest(g.setconfig) s(one)
    where g.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and (g.setrole in (0, (select oid from app)) or g.setrole in (select relowner from log))
      and s.one ~ '^(session_replication_role|role)='
    group by r.rolname`,
  // As it is in force, wherever it was set: in the server's files, say.
  `select 'settings in force', 'session_replication_role=' || current_setting('session_replication_role')
    where current_setting('session_replication_role') <> 'origin'`,
]

/** What stands in the place of a read model's table. */
const MODELS = `select 'table ' || c.relname, 'no table' from public.read_model m
   join pg_class c on c.relname in (m.name, m.name || '_history') and c.relnamespace = 'public'::regnamespace and c.relkind <> 'r'`

/** Asks for all of it. `hasModels`: whether there is the table that names the read models. */
export const guardFacts = (hasModels: boolean): string =>
  `${LOG} ${[...FACTS, ...(hasModels ? [MODELS] : [])].join('\n  union all ')} order by 1, 2`
