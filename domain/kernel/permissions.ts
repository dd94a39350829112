/** The permissions that the specs name (spec, permissions.tsv). The spelling is the contract, mistakes included. */
const named = [
  'APPLY_FUND',
  'VIEW_APPLICATION',
  'VIEW_SERVICE',
  'VIEW_PATIENT',
  'VIEW_CHFADMIN',
  'VIEW_COESTAFF',
  'VIEW_ALL_BILLING',
  'VIEW_PATIENT_APPLICATION',
  'BILL_DRUGS',
  'VIEW_COE_ANALYTICS',
  'CREATE_PATIENT_REFERRAL',
  'APPROVE_PATIENT_REFERRAL',
  'SCHEDULE_REFERRAL_APPOINTMENT',
  'SET_AVAILABILITIY_PATIENT_APPOINTMENT',
  'EDIT_PATIENT_APPOINTMENT',
  'FULFIL_PATIENT_APPOINTMENT',
  'UPDATE_MDT_FUND',
  'CREATE_MDT_COMMENT',
  'CMD_APPROVAL',
  'EDIT_PATIENT',
  'COMMITTEE_RECOMMEND_FUND',
  'APPROVE_FUND',
  'APPROVE_FUND_RETRIEVAL',
  'REQUEST_FUND_RETRIEVAL',
  'SEND_DISPUTE_CHAT',
  'VIEW_DISPUTE_CHAT',
  'VIEW_CHFSTAFF',
  'CREATE_CHFSTAFF',
  'CREATE_CHFADMIN',
  'VIEW_OWN_COESTAFF',
  'CREATE_COESTAFF',
  'ADD_COESTAFF',
  'VIEW_COEHELPDESK',
  'CREATE_COEHELPDESK',
  'VIEW_COE',
  'CREATE_COE',
  'VIEW_USERS',
  'CREATE_USERS',
  'INITIATE_PAYMENT',
  'RECOMMEND_PAYMENT',
  'APPROVE_PAYMENT',
  'DFA_APPROVAL',
  'PERMSEC_APPROVAL',
  'GENERATE_INVOICE',
  'FLAG_TRANSACTION',
  'VIEW_CHF_REPORT',
  'CREDIT_POOL',
  'VIEW_PATIENT_CAREPLAN',
  'CREATE_SERVICE',
  'EDIT_SERVICE',
  'DELETE_SERVICE',
  'ATTACH_COE_SERVICE',
  'VIEW_CATEGORY',
  'CREATE_CATEGORY',
  'EDIT_CATEGORY',
  'DELETE_CATEGORY',
  'ATTACH_ROLE_CATEGORY',
] as const

/** Acts for which the specs name no permission; the names that the inventory proposes. */
const proposed = [
  'SOCIAL_WORKER_REVIEW',
  'REVIEW_PATIENT',
  'VIEW_MDT_PATIENT',
  'CREATE_PATIENT_APPOINTMENT',
  'VIEW_ALL_APPOINTMENT',
  'BILL_SERVICES',
  'REQUEST_PATIENT_TRANSFER',
  'APPROVE_PATIENT_TRANSFER',
  'CREATE_PRESCRIPTION',
  'FULFIL_PRESCRIPTION',
  'REQUEST_WALLET_TOPUP',
  'APPROVE_WALLET_TOPUP',
  'VERIFY_USER_EMAIL',
  'SUPPORT_ANONYMOUS_LOGIN',
  'MANAGE_ROLE',
  'MANAGE_UIMENU',
  'MANAGE_SITE_SETTING',
] as const

/** Acts beyond the specs: see docs/decisions/0004-own-permissions.md. */
const own = [
  /** Reads the ledger, every wallet's movements and their raw events, and proves them. */
  'VIEW_LEDGER',
  /** Moves pool money into a hospital's allocation. */
  'ALLOCATE_POOL',
  /** Moves money from a hospital's allocation into a patient's wallet. */
  'FUND_PATIENT',
  /** Sees patients' names and contacts; without it they are masked. */
  'VIEW_PERSONAL_DATA',
] as const

export const PERMISSIONS = [...named, ...proposed, ...own] as const

/** What a role may let a person do. */
export type Permission = (typeof PERMISSIONS)[number]
