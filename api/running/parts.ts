import type { Part } from '#commands/supervise.ts'

/** What one process runs; all of them unless told otherwise. */
export type Roles = { readonly api: boolean; readonly projections: boolean; readonly processes: boolean }

/** Everything that runs for long, and with which role a process runs it: `any` runs wherever something needs it. */
export const PARTS = {
  'read models': 'projections',
  'read model builder': 'projections',
  'process manager': 'processes',
  sealer: 'processes',
  'log check': 'processes',
  // Where the documents are: they are files of whoever takes them.
  housekeeping: 'api',
  outbox: 'processes',
  accounts: 'processes',
  'read model listener': 'any',
  'log listener': 'any',
  'seal watch': 'any',
  heartbeat: 'any',
  'database watch': 'any',
  'health glance': 'any',
  'integrity watch': 'any',
  'health listener': 'any',
} as const satisfies Readonly<Record<string, keyof Roles | 'any'>>

export type PartName = keyof typeof PARTS
export type SystemPart = Part<PartName>
