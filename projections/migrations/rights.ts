import pg from 'pg'

type Rights = {
  readonly table: string
  readonly whole: readonly ('select' | 'insert')[]
  /** The columns that may be updated. */
  readonly update: readonly string[]
}

/**
 * Tables of which the app's role may not write all: of what their other columns say nothing in the log tells (which version
 * made a read model's tables and around what, since when a process mails), and who could change it would hide what else they
 * changed, or end all mail. The portal writes these as the tables' owner, or once. Every other table it may write whole.
 */
export const NARROWED: readonly Rights[] = [
  { table: 'read_model', whole: ['select'], update: ['position', 'error', 'stopped_at'] },
  { table: 'read_model_build', whole: ['select'], update: [] },
  { table: 'process_checkpoint', whole: ['select', 'insert'], update: ['position', 'error', 'decided'] },
]

/** Gives the app's role these rights to them and no others; `owner` owns them. */
export async function narrowRights(owner: pg.ClientBase, appRole: string): Promise<void> {
  const app = pg.escapeIdentifier(appRole)
  for (const { table, whole, update } of NARROWED) {
    await owner.query(`revoke all on public.${table} from ${app}`)
    await owner.query(`grant ${whole.join(', ')} on public.${table} to ${app}`)
    if (update.length > 0) await owner.query(`grant update (${update.join(', ')}) on public.${table} to ${app}`)
  }
}

/** A condition of SQL: whether a role (`$1`) may still write one of them whole. */
export const IS_WIDE = NARROWED.map(({ table }) => `has_table_privilege($1, 'public.${table}', 'update')`).join(' or ')
