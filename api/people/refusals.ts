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
    message: ({ name }) => `This day is already a public holiday: ${String(name)}`,
  },
  calendar_full: {
    status: 422,
    field: 'day',
    message: ({ most }) => `There are already ${String(most)} public holidays. Remove one first.`,
  },
  email_claim_held: { status: 422, field: 'email', message: 'This email is already used' },
  menu_unknown: { status: 404, message: 'Menu item not found' },
  menu_already_added: { status: 422, field: 'menu_link', message: 'Another menu item leads to this address already' },
  menu_permission_unknown: { status: 422, field: 'menu_permission', message: 'This permission does not exist' },
  menu_removed: { status: 409, message: 'The menu item has been removed' },
  role_unknown: { status: 404, message: 'Role not found' },
  role_already_defined: { status: 422, field: 'role', message: 'This role already exists' },
  role_name_not_upper_snake: {
    status: 422,
    field: 'role',
    message: 'Use capitals and underscores, like TUMOUR_BOARD',
  },
  role_is_own: { status: 422, field: 'role', message: 'You cannot change a role that you have' },
  role_permission_beyond_own: {
    status: 422,
    field: 'permission',
    message: ({ permission }) =>
      `You cannot give the right to ${rightTo(String(permission))}, because you do not have it`,
  },
  role_beyond_own: {
    status: 422,
    field: 'role',
    message: ({ permission }) =>
      `You cannot change this role, because you do not have its right to ${rightTo(String(permission))}`,
  },
  role_keeps_administration: {
    status: 422,
    field: 'permission',
    message: `${roleName('SUPER_ADMIN')} must keep the right to ${rightTo('MANAGE_ROLE')}, so that someone can administer the portal`,
  },
  role_giver_left: { status: 409, message: 'You no longer have this role yourself' },
  role_is_starting: {
    status: 422,
    field: 'role',
    message: 'The portal needs this role. You can change it but not delete it.',
  },
  role_is_held: {
    status: 422,
    field: 'role',
    message: ({ people }) => `This role is in use: ${String(people)} ${people === 1 ? 'person has' : 'people have'} it`,
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
  role_parent_unknown: { status: 422, field: 'parentRole', message: 'This parent role does not exist' },
  role_reach_missing: {
    status: 422,
    field: 'reach',
    message: 'Choose what its holders see, or a parent role',
  },
  role_under_itself: {
    status: 422,
    field: 'parent_role_id',
    message: 'A role cannot be its own parent, directly or through other roles',
  },
  permission_unknown: { status: 404, message: 'Permission not found' },
  permission_already_added: { status: 422, field: 'permission', message: 'This permission already exists' },
  permission_is_built_in: { status: 422, field: 'permission', message: 'This is already a permission of the portal' },
  permission_name_not_upper_snake: {
    status: 422,
    field: 'permission',
    message: 'Use capitals and underscores, like VIEW_WARD',
  },
  role_two_chain_steps: {
    status: 422,
    field: 'permission',
    message: (detail) => `One role cannot hold two steps of the payment chain: ${stepsOf(detail)}`,
  },
  role_super_admin_takes_no_step: {
    status: 422,
    field: 'permission',
    message: 'A super administrator cannot hold a step of the payment chain',
  },
  second_factor_not_own: {
    status: 422,
    field: 'user_id',
    message: 'Only its owner can change a second factor',
  },
  second_factor_off: { status: 422, field: 'user_id', message: 'This second factor is not in use' },
  second_factor_on: {
    status: 422,
    field: 'current_code',
    message: 'Enter a code from your current app, or a recovery code',
  },
  second_factor_enrolment_over: {
    status: 409,
    message: 'This QR code was already used. Start again with a new one.',
  },
  second_factor_code_used: { status: 422, field: 'code', message: 'This recovery code was already used' },
  second_factor_reset_own: { status: 422, field: 'user_id', message: 'You cannot reset your own second factor' },
  second_factor_reset_pending: {
    status: 409,
    message: 'A reset was already requested. Another administrator can confirm it.',
  },
  second_factor_reset_none: notWaiting('This reset'),
  second_factor_reset_same_person: {
    status: 422,
    field: 'reset_id',
    message: 'You asked for it, so another administrator must confirm it',
  },
  setting_deadline_out_of_bounds: {
    status: 422,
    field: 'value',
    message: ({ most }) => `Enter 1 to ${String(most)} working hours`,
  },
  setting_shares_not_whole: { status: 422, field: 'value', message: 'The shares must add up to 100 percent' },
  setting_cap_not_positive: { status: 422, field: 'value', message: 'The funding cap must be above 0.00' },
  setting_cap_too_large: { status: 422, field: 'value', message: 'The funding cap is too large' },
  setting_limit_not_positive: { status: 422, field: 'value', message: 'The amount must be above 0.00' },
  setting_limit_too_large: { status: 422, field: 'value', message: 'The amount is too large' },
  setting_limit_unchanged: { status: 422, field: 'value', message: 'This amount already applies. Enter another one.' },
  setting_limit_needs_two: { status: 422, field: 'value', message: 'A second person must confirm another amount' },
  setting_limit_waiting: { status: 409, message: 'Another amount is already waiting for a second person' },
  setting_limit_not_waiting: notWaiting('This proposal'),
  setting_limit_same_person: {
    status: 422,
    field: 'proposal',
    message: 'You proposed this amount, so another person must confirm or decline it. You can withdraw it.',
  },
  setting_limit_of_another: {
    status: 422,
    field: 'proposal',
    message: 'Only the person who proposed this amount can withdraw it',
  },
  setting_reason_required: { status: 422, field: 'reason', message: 'Enter a reason' },
  setting_support_line_no_number: { status: 422, field: 'value', message: PHONE },
  user_unknown: { status: 404, message: 'User not found' },
  user_already_registered: { status: 422, field: 'email', message: 'The person is already registered' },
  user_registration_abandoned: { status: 409, message: 'This registration was cancelled. Start again.' },
  user_email_taken: { status: 422, field: 'email', message: 'This email is already used' },
  user_deceased: { status: 422, field: 'status', message: 'The person is recorded as deceased' },
  user_erased: { status: 409, message: 'The personal data of this person have been erased' },
  user_is_staff: {
    status: 422,
    field: 'user_id',
    message: 'Staff of the fund or a hospital cannot be erased. Their actions stay under their name.',
  },
  user_support_own: { status: 422, field: 'email', message: 'You are this person' },
  user_support_above: {
    status: 422,
    field: 'email',
    message: 'Support cannot sign in as people who handle payments, funds or roles, or as other support officers',
  },
  user_closed: { status: 409, message: 'This account is closed' },
  user_email_verified: { status: 422, field: 'email', message: 'This email is already verified' },
  user_has_password: {
    status: 422,
    field: 'user_id',
    message: 'They have already chosen a password. They can recover it themselves.',
  },
  user_invited_just_now: {
    status: 422,
    field: 'user_id',
    message: 'A link was just sent. You can send another after three minutes.',
  },
  user_hospital_of_fund: {
    status: 422,
    field: 'user_id',
    message: 'People who work for the fund cannot have a hospital. Remove their fund roles first.',
  },
  user_hospital_of_patient: { status: 422, field: 'user_id', message: 'A patient cannot become hospital staff' },
  user_status_own: { status: 422, field: 'user_id', message: 'You cannot do this to yourself' },
  user_status_super_admin: {
    status: 422,
    field: 'user_id',
    message: 'Remove the super administrator role first',
  },
  staff_role_of_patients: {
    status: 422,
    field: 'role_id',
    message: 'You cannot give this role. Patients enrol themselves.',
  },
  staff_hospital_of_fund: { status: 422, field: 'coe_id', message: 'People who work for the fund have no hospital' },
  staff_hospital_unknown: { status: 422, field: 'coe_id', message: 'This hospital does not exist or is closed' },
  user_code_used: { status: 409, message: 'This code was already used. Ask for a new one.' },
  user_roles_missing: { status: 422, field: 'roles', message: 'Choose at least one role' },
  user_roles_own: { status: 422, field: 'roles', message: 'You cannot change your own roles' },
  user_role_unknown: { status: 422, field: 'roles', message: 'This role does not exist' },
  user_role_not_assignable: {
    status: 422,
    field: 'roles',
    message: ({ role }) => `Your roles cannot give the role ${roleName(String(role))}`,
  },
  user_roles_pending: {
    status: 409,
    message: "This person's roles are being changed now. Try again.",
  },
  user_roles_changed: {
    status: 409,
    message: "Someone else changed this person's roles. Check them again.",
  },
  user_profile_changed: {
    status: 409,
    message: "Someone else changed this person's details. Check them again.",
  },
  user_roles_two_chain_steps: {
    status: 422,
    field: 'roles',
    message: (detail) => `One person cannot hold two steps of the payment chain: ${stepsOf(detail)}`,
  },
  user_roles_mixed_reach: {
    status: 422,
    field: 'roles',
    message: 'One person cannot have both hospital and fund roles',
  },
  user_coe_required: { status: 422, field: 'coe_id', message: 'This role needs a hospital' },
}
