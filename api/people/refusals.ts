import type { Answers, Detail } from '#api/refusal-answer.ts'
import { notWaiting } from '#api/two-person-answer.ts'
import { rightTo } from '#domain/kernel/permissions.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { PHONE } from '#domain/kernel/phone-number.ts'
import type { CalendarRefusal } from '#domain/people/calendar/calendar.ts'
import type { EmailClaimRefusal } from '#domain/people/email-claim/email-claim.ts'
import type { MenuRefusal } from '#domain/people/menu/menu.ts'
import type { PermissionRefusal } from '#domain/people/permission/permission.ts'
import type { RoleRefusal } from '#domain/people/role/role.ts'
import type { RoleTreeRefusal } from '#domain/people/role-tree/role-tree.ts'
import type { CreateRefusal } from '#commands/people/role/create-role.ts'
import type { DeleteRefusal } from '#commands/people/role/delete-role.ts'
import type { SecondFactorRefusal } from '#domain/people/second-factor/second-factor.ts'
import type { SettingRefusal } from '#domain/people/setting/setting.ts'
import type { StaffRefusal } from '#domain/people/user/rules.ts'
import type { CreateStaffRefusal } from '#commands/people/user/create-staff.ts'
import type { UserRefusal } from '#domain/people/user/user.ts'

/** Every "no" of people, what they may do and what greets them. */
export type PeopleRefusal =
  | (CalendarRefusal | CreateRefusal | DeleteRefusal)
  | (EmailClaimRefusal | MenuRefusal | PermissionRefusal | RoleRefusal | RoleTreeRefusal)
  | (CreateStaffRefusal | SecondFactorRefusal | SettingRefusal | StaffRefusal | UserRefusal)

const stepsOf = ({ steps }: Detail) =>
  Array.isArray(steps) ? steps.map((step) => rightTo(String(step))).join(' and ') : String(steps)

/** What is said to it. */
export const peopleAnswers: Answers<PeopleRefusal> = {
  calendar_holiday_unknown: { status: 404, message: 'Public holiday not found' },
  calendar_holiday_already_added: {
    status: 422,
    field: 'day',
    message: ({ name }) => `This day is a public holiday already: ${String(name)}`,
  },
  calendar_full: {
    status: 422,
    field: 'day',
    message: ({ most }) => `There are ${String(most)} public holidays already; please remove one first`,
  },
  email_claim_held: { status: 422, field: 'email', message: 'This e-mail is taken' },
  menu_unknown: { status: 404, message: 'Menu item not found' },
  menu_already_added: { status: 422, field: 'menu_name', message: 'There is such a menu item already' },
  menu_removed: { status: 409, message: 'The menu item has been removed' },
  role_unknown: { status: 404, message: 'Role not found' },
  role_already_defined: { status: 422, field: 'role', message: 'There is such a role already' },
  role_name_not_upper_snake: {
    status: 422,
    field: 'role',
    message: 'A role is named in capitals with underscores: TUMOUR_BOARD',
  },
  role_is_own: { status: 422, field: 'role', message: 'Nobody changes a role that they hold' },
  role_permission_beyond_own: {
    status: 422,
    field: 'permission',
    message: ({ permission }) => `You cannot grant the right to ${rightTo(String(permission))}: you do not hold it`,
  },
  role_beyond_own: {
    status: 422,
    field: 'role',
    message: ({ permission }) =>
      `You cannot change a role that may do more than you: you do not hold the right to ${rightTo(String(permission))}`,
  },
  role_keeps_administration: {
    status: 422,
    field: 'permission',
    message: `${roleName('SUPER_ADMIN')} keeps the right to ${rightTo('MANAGE_ROLE')}: else nobody could administer the portal`,
  },
  role_giver_left: { status: 409, message: 'You have lost this role yourself at the same moment' },
  role_is_starting: {
    status: 422,
    field: 'role',
    message: 'The portal begins with this role, and asks for it by its name: it can be changed, not deleted',
  },
  role_is_held: {
    status: 422,
    field: 'role',
    message: ({ people }) =>
      `This role is in use: ${String(people)} ${people === 1 ? 'person holds' : 'people hold'} it`,
  },
  role_is_parent: {
    status: 422,
    field: 'role',
    message: ({ role }) => `This role is in use: it is a parent of ${roleName(String(role))}`,
  },
  role_is_of_categories: {
    status: 422,
    field: 'role',
    message: ({ categories }) =>
      `This role is in use by categories of services: ${Array.isArray(categories) ? categories.join(', ') : ''}`,
  },
  role_parent_unknown: { status: 422, field: 'parentRole', message: 'There is no such parent role' },
  role_reach_missing: {
    status: 422,
    field: 'reach',
    message: 'Say how far the role sees, or choose a parent role',
  },
  role_under_itself: {
    status: 422,
    field: 'parent_role_id',
    message: 'A role cannot stand under itself, however many roles stand between',
  },
  permission_unknown: { status: 404, message: 'Permission not found' },
  permission_already_added: { status: 422, field: 'permission', message: 'There is such a permission already' },
  permission_is_built_in: { status: 422, field: 'permission', message: 'The portal has this permission itself' },
  permission_name_not_upper_snake: {
    status: 422,
    field: 'permission',
    message: 'A permission is named in capitals with underscores: VIEW_WARD',
  },
  role_two_chain_steps: {
    status: 422,
    field: 'permission',
    message: (detail) => `One role cannot take two steps of the payment chain, to ${stepsOf(detail)}`,
  },
  role_super_admin_takes_no_step: {
    status: 422,
    field: 'permission',
    message: 'The super administrator takes no step of the payment chain',
  },
  second_factor_not_own: {
    status: 422,
    field: 'user_id',
    message: 'A second factor is changed by nobody but its owner',
  },
  second_factor_off: { status: 422, field: 'user_id', message: 'This second factor is not in use' },
  second_factor_on: {
    status: 422,
    field: 'current_code',
    message: 'Please enter a code of the app that you use now, or a recovery code',
  },
  second_factor_enrolment_over: {
    status: 409,
    message: 'This QR code has been used. Please begin again, with a new one.',
  },
  second_factor_code_used: { status: 422, field: 'code', message: 'This recovery code has been used' },
  second_factor_reset_own: { status: 422, field: 'user_id', message: 'Nobody resets their own second factor' },
  second_factor_reset_pending: {
    status: 409,
    message: 'Somebody has asked to reset this second factor already; another administrator can confirm it',
  },
  second_factor_reset_none: notWaiting('This reset'),
  second_factor_reset_same_person: {
    status: 422,
    field: 'reset_id',
    message: 'Another administrator than the one who asked has to confirm it',
  },
  setting_deadline_out_of_bounds: {
    status: 422,
    field: 'value',
    message: ({ most }) => `A deadline is 1 to ${String(most)} working hours`,
  },
  setting_shares_not_whole: { status: 422, field: 'value', message: 'The shares must add up to 100 percent' },
  setting_cap_not_positive: { status: 422, field: 'value', message: 'The funding cap must be above 0.00' },
  setting_cap_too_large: { status: 422, field: 'value', message: 'The funding cap is too large' },
  setting_limit_not_positive: { status: 422, field: 'value', message: 'The amount must be above 0.00' },
  setting_limit_too_large: { status: 422, field: 'value', message: 'The amount is too large' },
  setting_support_line_no_number: { status: 422, field: 'value', message: PHONE },
  user_unknown: { status: 404, message: 'User not found' },
  user_already_registered: { status: 422, field: 'email', message: 'The person is registered already' },
  user_registration_abandoned: { status: 409, message: 'This registration was given up; please start again' },
  user_email_taken: { status: 422, field: 'email', message: 'This e-mail is taken' },
  user_deceased: { status: 422, field: 'status', message: 'The person is recorded as deceased' },
  user_erased: { status: 409, message: 'The personal data of this person have been erased' },
  user_is_staff: {
    status: 422,
    field: 'user_id',
    message: 'Who has worked for the fund or a hospital is not erased: they answer for what they did under their name',
  },
  user_support_own: { status: 422, field: 'email', message: 'You are this person yourself' },
  user_support_above: {
    status: 422,
    field: 'email',
    message: 'Support does not sign in as whoever handles payments, funds or roles, or as others of support',
  },
  user_closed: { status: 409, message: 'This account is closed' },
  user_email_verified: { status: 422, field: 'email', message: 'This e-mail is verified already' },
  user_has_password: {
    status: 422,
    field: 'user_id',
    message: 'They have chosen a password already, and recover it themselves',
  },
  user_invited_just_now: {
    status: 422,
    field: 'user_id',
    message: 'A link was mailed to them just now; another one can be sent three minutes after it',
  },
  user_hospital_of_fund: {
    status: 422,
    field: 'user_id',
    message: 'Who works for the fund cannot be given a hospital; take their roles of the fund away first',
  },
  user_hospital_of_patient: { status: 422, field: 'user_id', message: 'A patient cannot be made staff of a hospital' },
  user_status_own: { status: 422, field: 'user_id', message: 'Nobody does this to themselves' },
  user_status_super_admin: {
    status: 422,
    field: 'user_id',
    message: 'Take the role of super administrator away first',
  },
  staff_role_of_patients: {
    status: 422,
    field: 'role_id',
    message: 'Nobody is given this role: patients enrol themselves',
  },
  staff_hospital_of_fund: { status: 422, field: 'coe_id', message: 'Who works for the fund has no hospital' },
  staff_hospital_unknown: { status: 422, field: 'coe_id', message: 'There is no such hospital, or it is closed' },
  user_code_used: { status: 409, message: 'This code has been used. Please ask for another one.' },
  user_roles_missing: { status: 422, field: 'roles', message: 'Choose at least one role' },
  user_roles_own: { status: 422, field: 'roles', message: 'Nobody changes their own roles' },
  user_role_unknown: { status: 422, field: 'roles', message: 'There is no such role' },
  user_role_not_assignable: {
    status: 422,
    field: 'roles',
    message: ({ role }) => `Your roles may not assign the role ${roleName(String(role))}`,
  },
  user_roles_pending: {
    status: 409,
    message: 'Other roles are being given to this person at this moment; please try again',
  },
  user_roles_changed: {
    status: 409,
    message: 'Somebody else has changed the roles of this person; please look at them again',
  },
  user_profile_changed: {
    status: 409,
    message: 'Somebody else has changed the details of this person; please look at them again',
  },
  user_roles_two_chain_steps: {
    status: 422,
    field: 'roles',
    message: (detail) => `One person cannot take two steps of the payment chain, to ${stepsOf(detail)}`,
  },
  user_roles_mixed_reach: {
    status: 422,
    field: 'roles',
    message: 'Roles of a hospital and of the fund cannot be given to one person',
  },
  user_coe_required: { status: 422, field: 'coe_id', message: 'This role needs a hospital' },
}
