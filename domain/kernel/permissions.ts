// One line says all of a permission: what it lets people do, which roles of a new installation hold it, and what it opens
// in its menu. The roles (people/role/starting-roles.ts) and the menu (kernel/starting-menu.ts) follow from here.

import type { MenuGroup } from './menu-groups.ts'
import type { ROLE_NAMES } from './role-names.ts'

/** The roles that every installation starts with. */
export type StartingRoleName = keyof typeof ROLE_NAMES

/** An entry of the side menu; lower `order` first. */
type Entry = {
  readonly group: MenuGroup
  readonly order: number
  readonly name: string
  readonly link: string
  readonly icon: string
}
type Told = {
  /** What it lets a person do, after 'may'. */
  readonly does: string
  /** COE_ADMIN need not be named where somebody under them is: nobody gives a role that can do what they cannot. */
  readonly roles: readonly StartingRoleName[]
  readonly opens: readonly Entry[]
}

const may = (does: string, roles: readonly StartingRoleName[], ...opens: readonly Entry[]): Told => ({
  ...{ does, roles, opens },
})
const entry = (group: Entry['group'], order: number, name: string, link: string, icon: string): Entry => ({
  ...{ group, order, name, link, icon },
})

/** Who reads everything. */
const readers = ['SUPER_ADMIN', 'AUDITOR'] as const
/** Everyone in the ministry who reads about money; those of them who pay see no patient's name. */
const payers = ['FINANCE', 'NCCP', 'DHS', 'DFA', 'PERMSEC'] as const
const ofMoney = ['FUND_ADMIN', 'SECRETARIAT', ...payers, 'ANALYST', ...readers] as const
const treating = ['COE_STAFF', 'DOCTOR'] as const
const atHospital = ['SOCIAL_WORKER', 'MDT', 'PHARMACIST', ...treating] as const
/** The hospital that billed, whoever billed there among them, and the ministry (domain.md, Dispute). */
const inDisputes = ['COE_ADMIN', 'COE_STAFF', 'SECRETARIAT', ...payers, 'SUPER_ADMIN'] as const

/** The permissions that the specs name (spec, permissions.tsv). The spelling is the contract, mistakes included. */
const named = {
  APPLY_FUND: may(
    'apply for funding, and see their own bills',
    ['PATIENT'],
    entry('Work', 14, 'My wallet', '/users/wallet', 'wallet'),
    entry('Work', 15, 'My billing history', '/users/billing_history', 'billing'),
  ),
  VIEW_APPLICATION: may('see applications', ['FUND_ADMIN', 'COMMITTEE', 'SECRETARIAT', ...readers]),
  VIEW_SERVICE: may(
    'see services',
    [...atHospital, 'SECRETARIAT', 'HELP_DESK', 'ANALYST', ...readers],
    entry('Reports', 95, 'Services', '/services', 'service'),
  ),
  VIEW_PATIENT: may('see patients', [...atHospital, 'FUND_ADMIN', 'SECRETARIAT', 'HELP_DESK', 'SUPPORT', ...readers]),
  VIEW_CHFADMIN: may(
    'see the administrators of the fund',
    readers,
    entry('Administration', 124, 'CHF administrators', '/chfadmins', 'users'),
  ),
  VIEW_COESTAFF: may(
    'see the staff of any hospital',
    ['SECRETARIAT', ...readers],
    entry('Administration', 121, 'Hospital staff', '/coestaffs', 'users'),
  ),
  VIEW_ALL_BILLING: may(
    'see the transactions of all hospitals',
    [...ofMoney, 'SUPPORT'],
    entry('Reports', 60, 'Transactions', '/superadmin/transactions', 'transaction'),
  ),
  VIEW_PATIENT_APPLICATION: may("see a patient's application and its assessments", [
    ...(['SOCIAL_WORKER', 'DOCTOR', 'MDT', 'FUND_ADMIN', 'COMMITTEE'] as const),
    ...readers,
  ]),
  BILL_DRUGS: may(
    'bill drugs',
    ['PHARMACIST'],
    entry('Work', 21, 'Drug billing', '/coestaff/billing?tab=drugs', 'drug'),
  ),
  VIEW_COE_ANALYTICS: may(
    "see a hospital's figures",
    ['COE_ADMIN', ...ofMoney],
    entry('Reports', 50, 'Hospital billing history', '/superadmin/billings', 'hospital'),
  ),
  CREATE_PATIENT_REFERRAL: may('refer a patient', treating),
  APPROVE_PATIENT_REFERRAL: may('approve a referral, at the referring hospital', ['COE_ADMIN']),
  SCHEDULE_REFERRAL_APPOINTMENT: may('give a referral to staff, at the reference hospital', ['COE_ADMIN']),
  SET_AVAILABILITIY_PATIENT_APPOINTMENT: may('confirm an appointment', treating),
  EDIT_PATIENT_APPOINTMENT: may('edit a pending appointment', [...treating, 'HELP_DESK']),
  FULFIL_PATIENT_APPOINTMENT: may('fulfil a confirmed appointment', treating),
  UPDATE_MDT_FUND: may('set the amount that the MDT recommends', ['MDT']),
  CREATE_MDT_COMMENT: may('comment as the MDT', ['MDT']),
  CMD_APPROVAL: may('review an application as CMD', ['COE_ADMIN']),
  EDIT_PATIENT: may("edit a patient's profile", ['COE_ADMIN', 'SUPER_ADMIN']),
  COMMITTEE_RECOMMEND_FUND: may('recommend on applications', ['COMMITTEE']),
  APPROVE_FUND: may('approve or decline applications', ['FUND_ADMIN']),
  APPROVE_FUND_RETRIEVAL: may('approve a fund retrieval', ['FUND_ADMIN']),
  REQUEST_FUND_RETRIEVAL: may('request a fund retrieval', ['COE_ADMIN']),
  SEND_DISPUTE_CHAT: may('write in the chat of a dispute', inDisputes),
  VIEW_DISPUTE_CHAT: may(
    'see disputes, and read what is said about them',
    [...inDisputes, 'SUPPORT', 'AUDITOR'],
    entry('Reports', 65, 'Transaction disputes', '/superadmin/transactions/dispute', 'dispute'),
  ),
  VIEW_CHFSTAFF: may(
    'see the staff of the secretariat',
    ['SECRETARIAT', ...readers],
    entry('Administration', 123, 'CHF Secretariat staff', '/chfstaffs', 'users'),
  ),
  CREATE_CHFSTAFF: may('create staff of the secretariat', ['SUPER_ADMIN']),
  CREATE_CHFADMIN: may('create administrators of the fund', ['SUPER_ADMIN']),
  VIEW_OWN_COESTAFF: may(
    'see the staff of their own hospital',
    ['COE_ADMIN'],
    entry('Administration', 119, 'Staff', '/coestaffs?of=own', 'users'),
  ),
  CREATE_COESTAFF: may(
    'create staff of a hospital, and give them roles',
    ['COE_ADMIN', 'SUPER_ADMIN'],
    entry('Administration', 120, 'Roles of people', '/users/roles', 'users'),
  ),
  ADD_COESTAFF: may('make a user staff of a hospital', ['SUPER_ADMIN']),
  VIEW_COEHELPDESK: may(
    'see the help desks',
    readers,
    entry('Administration', 122, 'Help desks', '/coehelpdesks', 'users'),
  ),
  CREATE_COEHELPDESK: may('add people to a help desk', ['SUPER_ADMIN']),
  VIEW_COE: may('see the list of hospitals', ofMoney, entry('Administration', 110, 'Hospitals', '/coes', 'hospital')),
  CREATE_COE: may('add and edit hospitals', ['SUPER_ADMIN']),
  VIEW_USERS: may('see all users', ['SUPPORT', ...readers], entry('Administration', 125, 'Users', '/users', 'users')),
  CREATE_USERS: may('create users', ['SUPER_ADMIN']),
  INITIATE_PAYMENT: may(
    'initiate payments',
    ['FINANCE'],
    entry('Work', 32, 'Invoices', '/initiator/invoice', 'report'),
  ),
  RECOMMEND_PAYMENT: may('recommend payments', ['NCCP'], entry('Work', 33, 'Invoices', '/nccp/invoice', 'report')),
  APPROVE_PAYMENT: may('approve payments', ['DHS'], entry('Work', 34, 'Invoices', '/dhs/invoice', 'report')),
  DFA_APPROVAL: may('approve payments as DFA', ['DFA'], entry('Work', 35, 'Invoices', '/dfa/invoice', 'report')),
  PERMSEC_APPROVAL: may(
    'approve payments last, as Permanent Secretary',
    ['PERMSEC'],
    entry('Work', 36, 'Invoices', '/permsec/invoice', 'report'),
  ),
  GENERATE_INVOICE: may(
    'generate an invoice',
    ['COE_STAFF', 'COE_ADMIN'],
    entry('Work', 27, 'Billing record', '/coeadmin/billings', 'billing'),
    entry('Work', 28, 'Invoices', '/cmd/invoice', 'report'),
  ),
  APPROVE_INVOICE: may("approve the hospital's invoices", ['COE_ADMIN']),
  FLAG_TRANSACTION: may(
    'dispute and resolve a transaction',
    ['COE_ADMIN', 'SECRETARIAT', 'FINANCE', 'SUPER_ADMIN'],
    entry('Work', 45, 'Disputes', '/transactions/dispute', 'dispute'),
  ),
  // Those who hold a step of the payment chain all hold it, so that it opens the chain's screens to them.
  VIEW_CHF_REPORT: may(
    "read the fund's reports, the payment chain's screens among them",
    ofMoney,
    entry('Work', 30, 'Consolidated billing summary', '/payments/consolidated_report', 'approval'),
    entry('Work', 40, 'Pool and allocations', '/fmoh/finance-and-accounting/funds', 'pool'),
    entry('Reports', 70, 'Payments', '/payments', 'payment'),
    entry('Reports', 71, 'All invoices', '/invoices', 'report'),
    entry('Reports', 72, 'Time in step', '/payments/time_in_step', 'appointment'),
    entry('Reports', 75, 'Finance payment report', '/fmoh/finance-and-accounting', 'report'),
    entry('Reports', 77, 'Finance billing summary', '/fmoh/finance-and-accounting/billing-summary', 'report'),
  ),
  CREDIT_POOL: may('credit the pool', ['FUND_ADMIN']),
  VIEW_PATIENT_CAREPLAN: may("see a patient's treatments", [
    ...treating,
    ...(['MDT', 'FUND_ADMIN', 'COMMITTEE'] as const),
    ...readers,
  ]),
  CREATE_SERVICE: may('add services and products', ['SUPER_ADMIN']),
  EDIT_SERVICE: may(
    'edit services and products',
    ['SUPER_ADMIN'],
    entry('Administration', 102, 'Products', '/products', 'drug'),
  ),
  DELETE_SERVICE: may('delete services and products', ['SUPER_ADMIN']),
  ATTACH_COE_SERVICE: may("attach, reprice and detach a hospital's service", ['SUPER_ADMIN']),
  VIEW_CATEGORY: may(
    'see the categories of services',
    ['COE_ADMIN', 'SECRETARIAT', 'ANALYST', ...readers],
    entry('Administration', 100, 'Service categories', '/category', 'category'),
  ),
  CREATE_CATEGORY: may('add a category', ['SUPER_ADMIN']),
  EDIT_CATEGORY: may('edit a category', ['SUPER_ADMIN']),
  DELETE_CATEGORY: may('delete a category', ['SUPER_ADMIN']),
  ATTACH_ROLE_CATEGORY: may('say which roles see a category', ['SUPER_ADMIN']),
}

/** Acts for which the specs name no permission; the names that the inventory proposes. */
const proposed = {
  SOCIAL_WORKER_REVIEW: may('assess a patient as social worker', ['SOCIAL_WORKER']),
  REVIEW_PATIENT: may('review a patient with care plan and fund', ['DOCTOR']),
  VIEW_MDT_PATIENT: may('see the patients of the MDT', ['MDT', 'AUDITOR']),
  CREATE_PATIENT_APPOINTMENT: may('add an appointment', [...treating, 'HELP_DESK']),
  VIEW_ALL_APPOINTMENT: may('see the appointments of all hospitals', ['SECRETARIAT', ...readers]),
  BILL_SERVICES: may('bill services', treating, entry('Work', 20, 'Billing', '/coestaff/billing', 'billing')),
  REQUEST_PATIENT_TRANSFER: may("request a patient's transfer", treating),
  APPROVE_PATIENT_TRANSFER: may('approve transfers of patients', ['COE_ADMIN']),
  CREATE_PRESCRIPTION: may('prescribe', ['DOCTOR']),
  FULFIL_PRESCRIPTION: may('dispense what was prescribed', ['PHARMACIST']),
  REQUEST_WALLET_TOPUP: may("request a top-up of a patient's wallet", ['COE_ADMIN']),
  APPROVE_WALLET_TOPUP: may('approve a top-up', ['FUND_ADMIN']),
  VERIFY_USER_EMAIL: may(
    'look up a user and verify their e-mail',
    ['SUPPORT', 'SUPER_ADMIN'],
    entry('Administration', 185, 'E-mail verification', '/support/users/email-verification', 'search'),
  ),
  SUPPORT_ANONYMOUS_LOGIN: may(
    'look at the portal as a user does, for support',
    ['SUPPORT', 'SUPER_ADMIN'],
    entry('Administration', 180, 'See as a user', '/superadmin/anonymous/auth', 'search'),
  ),
  MANAGE_ROLE: may(
    'administer roles and permissions',
    ['SUPER_ADMIN'],
    entry('Administration', 130, 'Roles and permissions', '/roles', 'role'),
  ),
  MANAGE_UIMENU: may('administer the menu', ['SUPER_ADMIN'], entry('Administration', 140, 'Menu', '/uimenu', 'menu')),
  MANAGE_SITE_SETTING: may(
    'administer the settings of the site',
    ['SUPER_ADMIN'],
    entry('Administration', 150, 'Site settings', '/superadmin/site-settings', 'setting'),
    entry('Administration', 152, 'Public holidays', '/superadmin/holidays', 'appointment'),
  ),
}

/** Acts beyond the specs: see docs/decisions/0004-roles-give-rights-and-reach.md. */
const own = {
  VIEW_LEDGER: may(
    "read the ledger, every wallet's movements and their raw events, and prove them",
    readers,
    entry('Reports', 80, 'Trial balance', '/ledger', 'audit'),
    entry('Reports', 90, 'Wallet replay', '/ledger/wallets', 'replay'),
    entry('Reports', 92, 'Exports', '/exports', 'report'),
  ),
  ALLOCATE_POOL: may("move pool money into a hospital's allocation", ['FUND_ADMIN']),
  RECORD_STOCK: may(
    'record the stock of drugs at their hospital',
    ['PHARMACIST'],
    entry('Work', 22, 'Drug stock', '/products?of=own', 'drug'),
  ),
  FUND_PATIENT: may("move money from a hospital's allocation into a patient's wallet", ['FUND_ADMIN']),
  MANAGE_MAIL: may(
    'see which mail could not be sent, and have it tried again',
    ['SUPER_ADMIN'],
    entry('Administration', 190, 'Mail', '/superadmin/mail', 'mail'),
  ),
  VIEW_PERSONAL_DATA: may("see patients' names and contacts, masked without it", [
    ...(['PATIENT', 'FUND_ADMIN', 'COMMITTEE', 'SECRETARIAT'] as const),
    ...atHospital,
    ...readers,
  ]),
}

const table = { ...named, ...proposed, ...own }

/** What a role may let a person do. */
export type Permission = keyof typeof table

export const PERMISSIONS = Object.keys(table) as readonly string[] as readonly Permission[]

/** Whether the portal itself asks for it; any other is the installation's own, and opens nothing but menu items. */
export const isPermission = (name: string): name is Permission => Object.hasOwn(table, name)

/** How permissions and roles are named: FUND_ADMIN. */
export const isUpperSnake = (name: string): boolean => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name)

/** What a permission lets a person do, who starts with it, and what it opens in the menu. */
export const aboutPermission = (permission: Permission): Told => table[permission]

const told: Readonly<Record<string, Told>> = table

/**
 * What goes by no permission that anybody could hold: what the portal itself does at its first start, and what is open to anybody, or
 * to whoever is signed in.
 */
const OF_NOBODY: ReadonlySet<string> = new Set(['INSTALL', 'public', 'signed-in'])

/**
 * The right that a permission is, after 'the right to'; none of what is by no permission; of one that nobody knows, as an
 * event may name it, its own name.
 */
export const rightTo = (permission: string): string => {
  if (OF_NOBODY.has(permission)) return ''
  return (Object.hasOwn(told, permission) ? told[permission]?.does : undefined) ?? permission
}
