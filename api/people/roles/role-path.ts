import { z } from 'zod'
import { Key } from '#api/contracts/input.ts'

/** The path of one role. */
export const RolePath = z.object({ id: Key })

/** The path of a permission of a role; permissions are named by their name (E175, E176). */
export const RolePermissionPath = z.object({ roleId: Key, permissionId: Key })
