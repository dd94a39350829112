import type { SettingKey } from '#api/people/contracts/setting.ts'

/** What people call a setting, and what it does. */
export const SETTING_WORDS: Readonly<Record<SettingKey, { readonly name: string; readonly about: string }>> = {
  support_line: { name: 'Support line', about: 'The phone number in every header and on every printed page' },
  second_factor: {
    name: 'Second factor',
    about:
      'Whether people who handle payments, invoices, funds or roles need a code from their phone to sign in (always in production)',
  },
  application_terms_condition: {
    name: 'Terms of the application',
    about: 'The terms that applicants accept. Each change makes a new version.',
  },
  funding_cap: { name: 'Funding cap (NGN)', about: "A larger payment into a patient's wallet needs a reason" },
  second_person_above: {
    name: 'Second person above (NGN)',
    about: 'A larger credit or allocation needs a second person to confirm it',
  },
  share_coe: { name: "Hospital's share (%)", about: 'Share of each drug bill' },
  share_bank: { name: "Bank's share (%)", about: 'Share of each drug bill' },
  share_manufacturer: { name: "Manufacturer's share (%)", about: 'Share of each drug bill' },
  share_emge: { name: 'EMGE share (%)', about: 'Share of each drug bill' },
  deadline_cmd: {
    name: 'Deadline of CMD approval (hours)',
    about: "Working hours that the hospital's CMD has to approve an invoice",
  },
  deadline_initiate: {
    name: 'Deadline of initiation (hours)',
    about: 'Working hours that Finance has to initiate a bill',
  },
  deadline_recommend: {
    name: 'Deadline of recommendation (hours)',
    about: 'Working hours that NCCP has to recommend a bill',
  },
  deadline_approve: {
    name: 'Deadline of approval (hours)',
    about: 'Working hours that DHS has to approve a bill',
  },
  deadline_dfa: {
    name: 'Deadline of DFA approval (hours)',
    about: 'Working hours that the DFA has to approve a bill',
  },
  deadline_permsec: {
    name: 'Deadline of paying out (hours)',
    about: 'Working hours that the Permanent Secretary has to pay a bill',
  },
}
