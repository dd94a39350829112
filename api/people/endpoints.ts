import type { Endpoint } from '#api/endpoint.ts'
import { askRecoveryCode, askVerificationCode } from './account/ask-code.ts'
import { resetPassword } from './account/reset-password.ts'
import { setPassword } from './account/set-password.ts'
import { verifyEmail } from './account/verify-email.ts'
import { verifyRecoveryCode } from './account/verify-recovery-code.ts'
import { findCapPatient, verifyCapAccount } from './cap/ask-cap.ts'
import { register } from './enrolment/register.ts'
import { listOutbox } from './mail/list-outbox.ts'
import { retryMail } from './mail/retry-mail.ts'
import { addHoliday, removeHoliday, renameHoliday } from './holidays/change-holidays.ts'
import { listHolidays } from './holidays/list-holidays.ts'
import { viewHoliday } from './holidays/view-holiday.ts'
import { addMenuItem } from './menu/add-menu-item.ts'
import { listMenuItems } from './menu/list-menu-items.ts'
import { moveMenuItem } from './menu/move-menu-item.ts'
import { removeMenuItem } from './menu/remove-menu-item.ts'
import { viewMenuItem } from './menu/view-menu-item.ts'
import { viewMenu } from './menu/view-menu.ts'
import { addPermission } from './roles/add-permission.ts'
import { attachParentRole } from './roles/attach-parent-role.ts'
import { attachPermission } from './roles/attach-permission.ts'
import { changeUserRoles } from './roles/change-user-roles.ts'
import { createRole } from './roles/create-role.ts'
import { deleteRole } from './roles/delete-role.ts'
import { detachParentRole } from './roles/detach-parent-role.ts'
import { detachPermission } from './roles/detach-permission.ts'
import { findPeople } from './roles/find-people.ts'
import { listAssignableRoles } from './roles/list-assignable-roles.ts'
import { listPermissions } from './roles/list-permissions.ts'
import { listRoles } from './roles/list-roles.ts'
import { viewRole } from './roles/view-role.ts'
import { viewUserRoles } from './roles/view-user-roles.ts'
import { loginEnrolment, loginSecondFactor } from './second-factor/login-second-factor.ts'
import { askReset, confirmReset, declineReset } from './second-factor/resets.ts'
import { listResetNotices } from './second-factor/list-reset-notices.ts'
import { viewFactorOfPerson } from './second-factor/view-factor-of-person.ts'
import { offerSecondFactor, viewSecondFactor } from './second-factor/view-second-factor.ts'
import {
  declineOwnReset,
  enrolSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from './second-factor/own-second-factor.ts'
import { changeProfile } from './session/change-profile.ts'
import { login } from './session/login.ts'
import { endOneSession, endOtherOnes, listSessions } from './session/own-sessions.ts'
import { logout } from './session/logout.ts'
import { signInAs } from './session/sign-in-as.ts'
import { viewProfile } from './session/view-profile.ts'
import { changeSetting } from './settings/change-setting.ts'
import { endLimitProposal } from './settings/end-limit-proposal.ts'
import { listSettings } from './settings/list-settings.ts'
import { changeStaffStatus, changeUserHospital, inviteStaffAgain, verifyUser } from './staff/change-staff.ts'
import { createChfAdmin, createHelpDesk, createUser } from './staff/create-staff.ts'
import { editStaff } from './staff/edit-staff.ts'
import { listAllChfStaff, listCoeStaff, listHospitalStaff, listStaff, listUsers } from './staff/list-staff.ts'
import { lookUpUser } from './staff/look-up.ts'
import { askStaffCode, verifyStaffCode } from './staff/staff-code.ts'
import { viewPerson } from './staff/view-person.ts'
import { viewSetting } from './settings/view-setting.ts'
import { viewSupportLine } from './settings/view-support-line.ts'
import { viewTerms } from './settings/view-terms.ts'

/** The API of people: the session, and what greets them. */
export const peopleEndpoints: readonly Endpoint[] = [
  // account
  askRecoveryCode,
  askVerificationCode,
  resetPassword,
  setPassword,
  verifyEmail,
  verifyRecoveryCode,
  // mail
  listOutbox,
  retryMail,
  // enrolment
  findCapPatient,
  register,
  verifyCapAccount,
  // holidays
  addHoliday,
  listHolidays,
  removeHoliday,
  renameHoliday,
  viewHoliday,
  // menu
  addMenuItem,
  listMenuItems,
  moveMenuItem,
  removeMenuItem,
  viewMenuItem,
  viewMenu,
  // roles
  addPermission,
  attachParentRole,
  attachPermission,
  changeUserRoles,
  createRole,
  deleteRole,
  detachParentRole,
  detachPermission,
  findPeople,
  listAssignableRoles,
  listPermissions,
  listRoles,
  viewRole,
  viewUserRoles,
  // second factor
  askReset,
  confirmReset,
  declineOwnReset,
  declineReset,
  enrolSecondFactor,
  listResetNotices,
  loginEnrolment,
  loginSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
  viewFactorOfPerson,
  viewSecondFactor,
  // session
  changeProfile,
  endOneSession,
  endOtherOnes,
  listSessions,
  login,
  logout,
  signInAs,
  viewProfile,
  // settings
  changeSetting,
  endLimitProposal,
  listSettings,
  viewSetting,
  viewSupportLine,
  viewTerms,
  // staff
  askStaffCode,
  changeStaffStatus,
  inviteStaffAgain,
  changeUserHospital,
  createChfAdmin,
  createHelpDesk,
  createUser,
  editStaff,
  listAllChfStaff,
  listCoeStaff,
  listHospitalStaff,
  listStaff,
  listUsers,
  lookUpUser,
  verifyStaffCode,
  verifyUser,
  viewPerson,
]
