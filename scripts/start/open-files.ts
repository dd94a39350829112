import { filesFor, mostConnections, openFilesAllowed } from '#api/limits/connections.ts'
import { StartRefused } from '#commands/log/start-refused.ts'

/** Twenty people, with five connections of each browser: fewer is no portal. */
const LEAST_CONNECTIONS = 100
/** A thousand people: with less than that an operator should know. */
const FEW_CONNECTIONS = 5_000

/**
 * How many connections there is room for under the limit of open files, in words where they are few; undefined
 * where they are not. Throws StartRefused when hardly anybody would be served.
 */
export function roomForConnections(allowed = openFilesAllowed()): string | undefined {
  const most = mostConnections(allowed)
  if (most < LEAST_CONNECTIONS)
    throw new StartRefused(
      `This process may open ${allowed} files, which leaves hardly a connection for people: it needs at least ` +
        `${filesFor(LEAST_CONNECTIONS)}, and ${filesFor()} for a whole country. Raise the limit (ulimit -n ${filesFor()}; ` +
        'LimitNOFILE in a unit of systemd; --ulimit nofile of a container) and start again.',
    )
  if (most >= FEW_CONNECTIONS) return undefined
  return `there is room for ${most} connections: this process may open ${allowed} files (ulimit -n ${filesFor()} for all)`
}
