import type * as Enrolling from './enrol/screens.ts'
import type { ScreenRoute } from '#web/shell/screen-route.ts'

/** One of the screens of who enrols, which come together. */
const named = (name: keyof typeof Enrolling) => (all: typeof Enrolling) => ({ default: all[name] })

/** Screens that anyone may open. */
export const peoplePublicScreens: readonly ScreenRoute[] = [
  { path: '/', title: 'Cancer Health Fund', load: () => import('./landing/landing-screen.tsx') },
  { path: '/about', title: 'About the fund', load: () => import('./landing/about-screen.tsx') },
  { path: '/terms', title: 'Terms', load: () => import('./enrol/screens.ts').then(named('TermsScreen')) },
  { path: '/enrol', title: 'Enrol', load: () => import('./enrol/screens.ts').then(named('EnrolScreen')) },
  {
    path: '/enrol/application',
    title: 'Your details',
    load: () => import('./enrol/screens.ts').then(named('ApplicationScreen')),
  },
  {
    path: '/enrol/reviewApplication',
    title: 'Review',
    load: () => import('./enrol/screens.ts').then(named('ReviewScreen')),
  },
  {
    path: '/enrol/applicationCompleted',
    title: 'Registration completed',
    load: () => import('./enrol/screens.ts').then(named('CompletedScreen')),
  },
  {
    path: '/superadmin/anonymous/auth',
    title: 'See as a user',
    load: () => import('./support/see-as-screen.tsx'),
  },
  { path: '/login', title: 'Sign in', load: () => import('./sign-in/sign-in-screen.tsx') },
  { path: '/recover/password', title: 'Recover password', load: () => import('./account/recover-screen.tsx') },
  { path: '/recover/password/:id', title: 'Recover password', load: () => import('./account/recover-code-screen.tsx') },
  { path: '/password/change/:id', title: 'New password', load: () => import('./account/new-password-screen.tsx') },
  {
    path: '/set-password/:token',
    title: 'Choose your password',
    load: () => import('./account/set-password-screen.tsx'),
  },
  {
    path: '/auth/email-verification/resend-email',
    title: 'Verify your e-mail',
    load: () => import('./account/resend-screen.tsx'),
  },
  {
    path: '/auth/email-verification',
    title: 'Verify your e-mail',
    load: () => import('./account/verify-email-screen.tsx'),
  },
  {
    path: '/auth/verify-email/:id',
    title: 'Verify your e-mail',
    load: () => import('./account/verify-email-screen.tsx'),
  },
]

const person = { path: ':id', title: 'Person', load: () => import('./staff/person-detail.tsx') }
/** Where a hospital may stand before it, a person is told from one. */
const personOfHospital = { ...person, path: 'people/:id' }
/** What greets people, and their own record. */
export const peopleScreens: readonly ScreenRoute[] = [
  { path: '/dashboard', title: 'Dashboard', load: () => import('./dashboard/dashboard-screen.tsx') },
  {
    path: '/users/profile',
    title: 'My profile',
    load: () => import('./profile/profile-screen.tsx'),
  },
  {
    path: '/users/second-factor',
    title: 'Second factor',
    load: () => import('./second-factor/second-factor-screen.tsx'),
  },
  {
    path: '/users/sessions',
    title: 'My sessions',
    load: () => import('./sessions/sessions-screen.tsx'),
  },
  {
    path: '/exports',
    title: 'Exports',
    load: () => import('./exports/exports-screen.tsx'),
  },
  {
    path: '/roles',
    title: 'Roles and permissions',
    permission: 'MANAGE_ROLE',
    load: () => import('./roles/roles-screen.tsx'),
    children: [{ path: ':id', title: 'Role', load: () => import('./roles/role-detail.tsx') }],
  },
  {
    path: '/uimenu',
    title: 'Menu',
    permission: 'MANAGE_UIMENU',
    load: () => import('./menu/menu-screen.tsx'),
    children: [{ path: ':id', title: 'Menu item', load: () => import('./menu/menu-item.tsx') }],
  },
  {
    path: '/users/roles',
    title: 'Roles of people',
    permission: 'CREATE_COESTAFF',
    load: () => import('./roles/people/people-roles-screen.tsx'),
    children: [{ path: ':id', title: 'Roles of a person', load: () => import('./roles/people/person-roles.tsx') }],
  },
  {
    path: '/users',
    title: 'Users',
    permission: ['VIEW_USERS', 'CREATE_USERS'],
    load: () => import('./staff/users-screen.tsx'),
    children: [person],
  },
  {
    path: '/chfadmins',
    title: 'CHF administrators',
    permission: ['VIEW_CHFADMIN', 'CREATE_CHFADMIN'],
    load: () => import('./staff/chf-admins-screen.tsx'),
    children: [person],
  },
  {
    path: '/chfstaffs',
    title: 'CHF Secretariat staff',
    permission: ['VIEW_CHFSTAFF', 'CREATE_CHFSTAFF'],
    load: () => import('./staff/chf-staffs-screen.tsx'),
    children: [person],
  },
  {
    path: '/coestaffs/:coe_id?',
    title: 'Hospital staff',
    permission: ['VIEW_COESTAFF', 'VIEW_OWN_COESTAFF', 'CREATE_COESTAFF'],
    load: () => import('./staff/coe-staffs-screen.tsx'),
    children: [personOfHospital],
  },
  {
    path: '/coestaffs/:coe_id?/create',
    title: 'Hospital staff',
    permission: ['VIEW_COESTAFF', 'VIEW_OWN_COESTAFF', 'CREATE_COESTAFF'],
    load: () => import('./staff/coe-staffs-screen.tsx'),
  },
  {
    path: '/coehelpdesks/:coe_id?',
    title: 'Help desks',
    permission: ['VIEW_COEHELPDESK', 'CREATE_COEHELPDESK'],
    load: () => import('./staff/help-desks-screen.tsx'),
    children: [personOfHospital],
  },
  {
    path: '/support/users/email-verification',
    title: 'E-mail verification',
    permission: 'VERIFY_USER_EMAIL',
    load: () => import('./staff/verification-screen.tsx'),
  },
  {
    path: '/superadmin/mail',
    title: 'Mail',
    permission: 'MANAGE_MAIL',
    load: () => import('./mail/mail-screen.tsx'),
  },
  {
    path: '/superadmin/site-settings',
    title: 'Site settings',
    permission: 'MANAGE_SITE_SETTING',
    load: () => import('./settings/settings-screen.tsx'),
    children: [{ path: ':id', title: 'Site setting', load: () => import('./settings/setting-detail.tsx') }],
  },
  {
    path: '/superadmin/holidays',
    title: 'Public holidays',
    permission: 'MANAGE_SITE_SETTING',
    load: () => import('./holidays/holidays-screen.tsx'),
    children: [{ path: ':day', title: 'Public holiday', load: () => import('./holidays/holiday-detail.tsx') }],
  },
]
