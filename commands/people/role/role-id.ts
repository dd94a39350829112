import { deriveId } from '#commands/ids.ts'

/** A role's id derives from its name: a name can be defined once, by whoever is first. */
export const roleIdOf = (role: string): string => deriveId('role', role)
