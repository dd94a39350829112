import type { Endpoint } from '#api/endpoint.ts'
import { listOutbox } from './mail/list-outbox.ts'
import { retryMail } from './mail/retry-mail.ts'
import { viewMenu } from './menu/view-menu.ts'
import { listRoles } from './roles/list-roles.ts'
import { changeProfile } from './session/change-profile.ts'
import { login } from './session/login.ts'
import { endOneSession, endOtherOnes, listSessions } from './session/own-sessions.ts'
import { logout } from './session/logout.ts'
import { viewProfile } from './session/view-profile.ts'
import { changeSetting } from './settings/change-setting.ts'
import { listSettings } from './settings/list-settings.ts'
import { viewSetting } from './settings/view-setting.ts'
import { viewSupportLine } from './settings/view-support-line.ts'

/** The API of people: the session, and what greets them. */
export const peopleEndpoints: readonly Endpoint[] = [
  // mail
  listOutbox,
  retryMail,
  // menu
  viewMenu,
  // roles
  listRoles,
  // session
  changeProfile,
  endOneSession,
  endOtherOnes,
  listSessions,
  login,
  logout,
  viewProfile,
  // settings
  changeSetting,
  listSettings,
  viewSetting,
  viewSupportLine,
]
