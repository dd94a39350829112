import { factorReset } from './factor-reset/factor-reset.ts'
import { holiday } from './holiday/holiday.ts'
import { menuItem } from './menu-item/menu-item.ts'
import { ownPermission } from './permission/own-permission.ts'
import { role } from './role/role.ts'
import { setting } from './setting/setting.ts'
import { hospitalStaff } from './user-account/hospital-staff.ts'
import { staffName } from './user-account/staff-name.ts'
import { userAccount } from './user-account/user-account.ts'

/** The read models of people, what they may do and the menu. */
export const peopleModels = [
  factorReset,
  holiday,
  hospitalStaff,
  menuItem,
  ownPermission,
  role,
  setting,
  staffName,
  userAccount,
]
