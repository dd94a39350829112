import { join, resolve } from 'node:path'
import { StartRefused } from '#commands/log/start-refused.ts'
import { WrongUsage } from '#scripts/start/options.ts'
import type { Places } from './make-backup.ts'

/** What both commands are told, by the command line and by the environment; folders are absolute. */
export type Asked = { readonly dataDir: string; readonly secretsDir: string; readonly places: Places }

/** Throws WrongUsage unless one folder is named, and `StartRefused` where the log is not in Postgres. */
export function askedOf(positionals: readonly string[], keys: string | undefined): Asked {
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) throw new WrongUsage('Name one folder, that of the backups')
  if ((process.env['EVENTSTORE_URL'] ?? '') !== '')
    throw new StartRefused(
      'EVENTSTORE_URL: the log is in EventStoreDB, which has backups of its own; these are for a log in Postgres. ' +
        'docs/backup.md says what goes with it.',
    )
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
  return {
    dataDir,
    secretsDir: resolve(process.env['SECRETS_DIR'] ?? join(dataDir, 'secrets')),
    places: { data: resolve(folder, 'data'), keys: resolve(keys ?? join(folder, 'keys')) },
  }
}
