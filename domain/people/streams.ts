import { type StreamRules, streamsOf } from '#domain/kernel/follows.ts'
import { calendar } from './calendar/calendar.ts'
import { calendarEvents, calendarRights } from './calendar/events.ts'
import { calendarFollows } from './calendar/follows.ts'
import { emailClaim } from './email-claim/email-claim.ts'
import { emailClaimEvents, emailClaimRights } from './email-claim/events.ts'
import { emailClaimFollows } from './email-claim/follows.ts'
import { menuEvents, menuRights } from './menu/events.ts'
import { menuFollows } from './menu/follows.ts'
import { menu } from './menu/menu.ts'
import { permissionEvents, permissionRights } from './permission/events.ts'
import { permissionFollows } from './permission/follows.ts'
import { permission } from './permission/permission.ts'
import { roleTreeEvents, roleTreeRights } from './role-tree/events.ts'
import { roleTreeFollows } from './role-tree/follows.ts'
import { roleTree } from './role-tree/role-tree.ts'
import { roleEvents, roleRights } from './role/events.ts'
import { roleFollows } from './role/follows.ts'
import { role } from './role/role.ts'
import { secondFactorEvents, secondFactorRights } from './second-factor/events.ts'
import { secondFactorFollows } from './second-factor/follows.ts'
import { secondFactor } from './second-factor/second-factor.ts'
import { settingEvents, settingRights } from './setting/events.ts'
import { settingFollows } from './setting/follows.ts'
import { setting } from './setting/setting.ts'
import { userEvents, userRights } from './user/events.ts'
import { userFollows } from './user/follows.ts'
import { user } from './user/user.ts'

/** The streams of people, what they may do and what greets them. */
export const peopleStreams: readonly StreamRules[] = [
  streamsOf(calendar, calendarEvents, calendarFollows, calendarRights),
  streamsOf(emailClaim, emailClaimEvents, emailClaimFollows, emailClaimRights),
  streamsOf(menu, menuEvents, menuFollows, menuRights),
  streamsOf(permission, permissionEvents, permissionFollows, permissionRights),
  streamsOf(role, roleEvents, roleFollows, roleRights),
  streamsOf(roleTree, roleTreeEvents, roleTreeFollows, roleTreeRights),
  streamsOf(secondFactor, secondFactorEvents, secondFactorFollows, secondFactorRights),
  streamsOf(setting, settingEvents, settingFollows, settingRights),
  streamsOf(user, userEvents, userFollows, userRights),
]
