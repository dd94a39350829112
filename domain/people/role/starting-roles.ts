import type { Permission } from '#domain/kernel/permissions.ts'
import type { Reach } from './events.ts'

/** A role of a new installation. `parents` are the roles whose holders may give it to people, beside SUPER_ADMIN. */
export type StartingRole = {
  readonly role: string
  readonly description: string
  readonly reach: Reach
  readonly permissions: readonly Permission[]
  readonly parents: readonly string[]
}

const appointments: readonly Permission[] = [
  'CREATE_PATIENT_APPOINTMENT',
  'EDIT_PATIENT_APPOINTMENT',
  'SET_AVAILABILITIY_PATIENT_APPOINTMENT',
  'FULFIL_PATIENT_APPOINTMENT',
]
const atHospital: readonly Permission[] = ['VIEW_PATIENT', 'VIEW_SERVICE', 'VIEW_PERSONAL_DATA']
/** Personal data masked, as for SUPPORT. */
const helpDesk: readonly Permission[] = [
  'VIEW_PATIENT',
  'VIEW_SERVICE',
  'CREATE_PATIENT_APPOINTMENT',
  'EDIT_PATIENT_APPOINTMENT',
]
const coeStaff: readonly Permission[] = [
  ...atHospital,
  ...appointments,
  'BILL_SERVICES',
  'VIEW_PATIENT_CAREPLAN',
  'CREATE_PATIENT_REFERRAL',
  'REQUEST_PATIENT_TRANSFER',
]
const doctor: readonly Permission[] = [...coeStaff, 'REVIEW_PATIENT', 'CREATE_PRESCRIPTION', 'VIEW_PATIENT_APPLICATION']
const pharmacist: readonly Permission[] = [...atHospital, 'BILL_DRUGS', 'FULFIL_PRESCRIPTION']
const socialWorker: readonly Permission[] = [...atHospital, 'VIEW_PATIENT_APPLICATION', 'SOCIAL_WORKER_REVIEW']
/** What everyone in the ministry reads about money. */
const moneyReports: readonly Permission[] = ['VIEW_CHF_REPORT', 'VIEW_COE_ANALYTICS', 'VIEW_ALL_BILLING', 'VIEW_COE']
const inPaymentChain: readonly Permission[] = [...moneyReports, 'VIEW_DISPUTE_CHAT', 'SEND_DISPUTE_CHAT']
const allReading: readonly Permission[] = [
  ...moneyReports,
  'VIEW_APPLICATION',
  'VIEW_SERVICE',
  'VIEW_CATEGORY',
  'VIEW_PATIENT',
  'VIEW_PATIENT_APPLICATION',
  'VIEW_PATIENT_CAREPLAN',
  'VIEW_ALL_APPOINTMENT',
  'VIEW_DISPUTE_CHAT',
  'VIEW_CHFADMIN',
  'VIEW_CHFSTAFF',
  'VIEW_COESTAFF',
  'VIEW_COEHELPDESK',
  'VIEW_USERS',
  'VIEW_LEDGER',
  'VIEW_PERSONAL_DATA',
]

/**
 * The roles every installation starts with (domain.md, Roles); the specs give no mapping (spec, open-questions Q022).
 * Each has what its screens and calls ask for (screens.tsv, endpoints.tsv), no more. A CMD holds all that the roles
 * under them hold, as nobody grants what they lack; those who pay see no patient's name.
 */
export const STARTING_ROLES: readonly StartingRole[] = [
  role('PATIENT', 'self', 'Applies for funding and is treated with it', ['APPLY_FUND', 'VIEW_PERSONAL_DATA']),
  role('SOCIAL_WORKER', 'hospital', 'Assesses a patient and their means', socialWorker, ['COE_ADMIN']),
  role('COE_STAFF', 'hospital', 'Receives, bills and refers patients', coeStaff, ['COE_ADMIN']),
  role('DOCTOR', 'hospital', 'Plans the care, prescribes and bills', doctor, ['COE_ADMIN']),
  role('MDT', 'hospital', 'Recommends an amount as the multidisciplinary team', [
    ...atHospital,
    'VIEW_PATIENT_APPLICATION',
    'VIEW_PATIENT_CAREPLAN',
    'VIEW_MDT_PATIENT',
    'UPDATE_MDT_FUND',
    'CREATE_MDT_COMMENT',
  ]),
  role('PHARMACIST', 'hospital', 'Dispenses and bills drugs', pharmacist, ['COE_ADMIN']),
  role('COE_ADMIN', 'hospital', 'Heads the hospital (CMD)', [
    ...doctor,
    ...pharmacist,
    ...socialWorker,
    ...helpDesk,
    'CMD_APPROVAL',
    'EDIT_PATIENT',
    'VIEW_COE_ANALYTICS',
    'VIEW_OWN_COESTAFF',
    'CREATE_COESTAFF',
    'VIEW_CATEGORY',
    'APPROVE_PATIENT_REFERRAL',
    'SCHEDULE_REFERRAL_APPOINTMENT',
    'APPROVE_PATIENT_TRANSFER',
    'REQUEST_WALLET_TOPUP',
    'REQUEST_FUND_RETRIEVAL',
    'GENERATE_INVOICE',
    'FLAG_TRANSACTION',
    'VIEW_DISPUTE_CHAT',
    'SEND_DISPUTE_CHAT',
  ]),
  role('FUND_ADMIN', 'all', 'Feeds the pool, allocates it and decides on applications', [
    ...moneyReports,
    'VIEW_APPLICATION',
    'VIEW_PATIENT',
    'VIEW_PATIENT_APPLICATION',
    'VIEW_PATIENT_CAREPLAN',
    'VIEW_PERSONAL_DATA',
    'APPROVE_FUND',
    'APPROVE_WALLET_TOPUP',
    'APPROVE_FUND_RETRIEVAL',
    'CREDIT_POOL',
    'ALLOCATE_POOL',
    'FUND_PATIENT',
  ]),
  role('COMMITTEE', 'all', 'Recommends on applications', [
    'VIEW_APPLICATION',
    'VIEW_PATIENT_APPLICATION',
    'VIEW_PATIENT_CAREPLAN',
    'VIEW_PERSONAL_DATA',
    'COMMITTEE_RECOMMEND_FUND',
  ]),
  role('SECRETARIAT', 'all', 'Runs the fund from day to day', [
    ...moneyReports,
    'VIEW_APPLICATION',
    'VIEW_PATIENT',
    'VIEW_PERSONAL_DATA',
    'VIEW_ALL_APPOINTMENT',
    'VIEW_SERVICE',
    'VIEW_CATEGORY',
    'VIEW_CHFSTAFF',
    'VIEW_COESTAFF',
    'FLAG_TRANSACTION',
    'VIEW_DISPUTE_CHAT',
    'SEND_DISPUTE_CHAT',
  ]),
  role('FINANCE', 'all', 'Initiates payments', [...inPaymentChain, 'FLAG_TRANSACTION', 'INITIATE_PAYMENT']),
  role('NCCP', 'all', 'Recommends payments (cancer control programme)', [...inPaymentChain, 'RECOMMEND_PAYMENT']),
  role('DHS', 'all', 'Approves payments (hospital services)', [...inPaymentChain, 'APPROVE_PAYMENT']),
  role('DFA', 'all', 'Approves payments (finance and accounts)', [...inPaymentChain, 'DFA_APPROVAL']),
  role('PERMSEC', 'all', 'Approves payments last (Permanent Secretary)', [...inPaymentChain, 'PERMSEC_APPROVAL']),
  role('HELP_DESK', 'hospital', 'Helps patients of a hospital', helpDesk, ['COE_ADMIN']),
  role('SUPPORT', 'all', 'Helps people to use the portal', [
    'VIEW_USERS',
    'VIEW_PATIENT',
    'VIEW_ALL_BILLING',
    'VIEW_DISPUTE_CHAT',
    'VERIFY_USER_EMAIL',
    'SUPPORT_ANONYMOUS_LOGIN',
  ]),
  role('SUPER_ADMIN', 'all', 'Administers the portal; moves no money and takes no step of the payment chain', [
    ...allReading,
    'EDIT_PATIENT',
    'FLAG_TRANSACTION',
    'SEND_DISPUTE_CHAT',
    'CREATE_CHFADMIN',
    'CREATE_CHFSTAFF',
    'CREATE_COESTAFF',
    'ADD_COESTAFF',
    'CREATE_COEHELPDESK',
    'CREATE_COE',
    'CREATE_USERS',
    'CREATE_SERVICE',
    'EDIT_SERVICE',
    'DELETE_SERVICE',
    'ATTACH_COE_SERVICE',
    'CREATE_CATEGORY',
    'EDIT_CATEGORY',
    'DELETE_CATEGORY',
    'ATTACH_ROLE_CATEGORY',
    'VERIFY_USER_EMAIL',
    'SUPPORT_ANONYMOUS_LOGIN',
    'MANAGE_ROLE',
    'MANAGE_UIMENU',
    'MANAGE_SITE_SETTING',
  ]),
  role('AUDITOR', 'all', 'Reads every report, ledger and log; writes nothing', [...allReading, 'VIEW_MDT_PATIENT']),
  role('ANALYST', 'all', 'Reads reports and exports, personal data masked', [
    ...moneyReports,
    'VIEW_SERVICE',
    'VIEW_CATEGORY',
  ]),
]

function role(
  name: string,
  reach: Reach,
  description: string,
  permissions: readonly Permission[],
  parents: readonly string[] = [],
): StartingRole {
  return { role: name, description, reach, permissions: [...new Set(permissions)], parents }
}
