import { handle, load } from '#commands/handle.ts'
import { menuItemIdOf } from '#commands/people/menu/menu-item-id.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { calendar, HOLIDAYS } from '#domain/people/calendar/calendar.ts'
import { STARTING_HOLIDAYS } from '#domain/people/calendar/starting-holidays.ts'
import { menu } from '#domain/people/menu/menu.ts'
import { STARTING_MENU } from '#domain/kernel/starting-menu.ts'
import { role } from '#domain/people/role/role.ts'
import { STARTING_ROLES, type StartingRole } from '#domain/people/role/starting-roles.ts'
import {
  DEFAULT_DEADLINES,
  DEFAULT_FUNDING_CAP,
  DEFAULT_SECOND_PERSON_ABOVE,
  DEFAULT_SHARES,
  DEFAULT_TERMS,
} from '#domain/people/setting/defaults.ts'
import { setting, SITE } from '#domain/people/setting/setting.ts'
import { atOnce, type Installation, installed, installing } from '#scripts/demo/installation.ts'

/** Raise it when the roles, the settings, the public holidays or the menu below have changed. */
export const PEOPLE_EDITION = 11

const AT_ONCE = 32
const system = { kind: 'system' } as const

/** Roles, settings, public holidays and menu. */
export async function loadPeopleReference(installation: Installation): Promise<void> {
  await atOnce(AT_ONCE, STARTING_ROLES, (starting) => loadRole(installation, starting))
  await loadSettings(installation)
  for (const holiday of STARTING_HOLIDAYS) {
    const add = installing(installation, 'AddHoliday', HOLIDAYS, holiday)
    installed(await handle(installation.handler, calendar, HOLIDAYS, add), 'calendar_holiday_already_added')
  }
  await atOnce(AT_ONCE, STARTING_MENU, (item) => {
    const menuItemId = menuItemIdOf(item.link)
    const add = installing(installation, 'AddMenuItem', menuItemId, { menuItemId, ...item })
    return handle(installation.handler, menu, menuItemId, add).then((done) =>
      installed(done, 'menu_already_added', 'menu_removed'),
    )
  })
}

async function loadRole(installation: Installation, starting: StartingRole): Promise<void> {
  const { handler } = installation
  const { role: name, description, reach, permissions, parents } = starting
  const roleId = roleIdOf(name)
  const define = installing(installation, 'DefineRole', roleId, { roleId, role: name, description, reach })
  installed(await handle(handler, role, roleId, define), 'role_already_defined')
  for (const permission of permissions) {
    const attach = installing(installation, 'AttachPermission', roleId, { roleId, permission, granter: system })
    installed(await handle(handler, role, roleId, attach))
  }
  for (const parent of parents) {
    const data = { roleId, parentRoleId: roleIdOf(parent), granter: system }
    installed(await handle(handler, role, roleId, installing(installation, 'AttachParentRole', roleId, data)))
  }
}

/** Puts the defaults on record, unless something else was set already. */
async function loadSettings(installation: Installation): Promise<void> {
  const { handler } = installation
  const { shares, fundingCap, secondPersonAbove, deadlines, terms } = await load(handler, setting, SITE)
  if (shares === undefined)
    installed(await handle(handler, setting, SITE, installing(installation, 'SetShares', SITE, DEFAULT_SHARES)))
  if (fundingCap === undefined) {
    const set = installing(installation, 'SetFundingCap', SITE, { amount: DEFAULT_FUNDING_CAP })
    installed(await handle(handler, setting, SITE, set))
  }
  if (secondPersonAbove === undefined) {
    const set = installing(installation, 'SetSecondPersonAbove', SITE, { amount: DEFAULT_SECOND_PERSON_ABOVE })
    installed(await handle(handler, setting, SITE, set))
  }
  if (deadlines === undefined)
    installed(await handle(handler, setting, SITE, installing(installation, 'SetDeadlines', SITE, DEFAULT_DEADLINES)))
  if (terms === undefined) {
    const set = installing(installation, 'SetTerms', SITE, { text: DEFAULT_TERMS })
    installed(await handle(handler, setting, SITE, set))
  }
}
