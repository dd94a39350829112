import { deriveId } from '#commands/ids.ts'

/** The id of an own permission derives from its name, as a role's does. */
export const permissionIdOf = (permission: string): string => deriveId('permission', permission)
