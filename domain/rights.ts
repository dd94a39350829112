import { type AnyRights, permissionsOf } from './kernel/rights.ts'
import type { Permission } from './kernel/permissions.ts'
import { allStreams } from './streams.ts'

/** By which right each event may come, of all that there are; but for the log's own seals, which are proof of themselves. */
export const allRights: AnyRights = Object.assign({}, ...allStreams.map(({ rights }) => rights))

/** The permissions of which whoever records an event holds one; none where it takes none. */
export const permissionsFor = (type: string): readonly Permission[] => permissionsOf(allRights, type)
