import { attachRole } from '#commands/catalogue/category/attach-role.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { ALL_CATEGORIES } from '#domain/catalogue/category/category.ts'
import { CATEGORIES } from '#domain/catalogue/reference/services.ts'
import type { StartingRoleName } from '#domain/kernel/permissions.ts'
import { type Installation, installed, installing } from '#scripts/demo/installation.ts'

/** Those who treat, and nobody else at the hospital, bill what is done in the theatre and at the linear accelerator. */
const BILLED_BY: Readonly<Record<string, readonly StartingRoleName[]>> = {
  RADIO: ['COE_STAFF', 'DOCTOR'],
  SURG: ['COE_STAFF', 'DOCTOR'],
}

/** Attaches roles to some categories, for a portal to be looked at: an installation begins with none. */
export async function attachDemoRoles(installation: Installation): Promise<void> {
  for (const { id: categoryId, code } of CATEGORIES)
    for (const name of BILLED_BY[code] ?? []) {
      const attach = installing(installation, 'AttachRole', ALL_CATEGORIES, { categoryId, roleId: roleIdOf(name) })
      installed(await attachRole(installation.handler, attach), 'category_unknown')
    }
}
