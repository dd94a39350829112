import { StartRefused } from '#commands/log/start-refused.ts'

const NO_ROOM = /No space left on device|ENOSPC|Disk quota exceeded|Check free disk space/i
/** What a new cluster, its write-ahead log and the demo data take. */
const ROOM_MB = 500

/** Why the embedded Postgres is not there, from what its own programs said. */
export function programRefused(what: string, folder: string, said: string): StartRefused {
  if (NO_ROOM.test(said))
    return new StartRefused(
      `${what}: there is no room left on the disk that holds ${folder}. Make some (${ROOM_MB} MB at least) and start ` +
        'again: what was kept is whole.',
    )
  return new StartRefused(`${what}. Mend what it says, or set DATABASE_URL to a Postgres of yours:\n${said.trim()}`)
}
