import type { SettingKey } from '#api/people/contracts/setting.ts'

/** What people call a setting, and what it does. */
export const SETTING_WORDS: Readonly<Record<SettingKey, { readonly name: string; readonly about: string }>> = {
  support_line: { name: 'Support line', about: 'The number to call, in every header and on every paper' },
  second_factor: {
    name: 'Second factor',
    about:
      'Whether those who handle payments, invoices, funds or roles need a code of their phone to sign in; in production they do',
  },
  application_terms_condition: {
    name: 'Terms of the application',
    about: 'What whoever enrols and applies accepts; each change is a new version, and they accept one by its version',
  },
  funding_cap: { name: 'Funding cap (NGN)', about: "Above it, money into a patient's wallet needs a reason" },
  second_person_above: {
    name: 'Second person above (NGN)',
    about: 'Above it, a credit to the pool or an allocation waits until a second person confirms it',
  },
  share_coe: { name: "Hospital's share (%)", about: 'Of what a bill for drugs pays' },
  share_bank: { name: "Bank's share (%)", about: 'Of what a bill for drugs pays' },
  share_manufacturer: { name: "Manufacturer's share (%)", about: 'Of what a bill for drugs pays' },
  share_emge: { name: 'EMGE share (%)', about: 'Of what a bill for drugs pays' },
  deadline_cmd: {
    name: 'Deadline of CMD approval (hours)',
    about: 'Working hours after which an invoice that waits for the CMD of its hospital is late',
  },
  deadline_initiate: {
    name: 'Deadline of initiation (hours)',
    about: 'Working hours after which a bill that waits for Finance is late',
  },
  deadline_recommend: {
    name: 'Deadline of recommendation (hours)',
    about: 'Working hours after which a bill that waits for NCCP is late',
  },
  deadline_approve: {
    name: 'Deadline of approval (hours)',
    about: 'Working hours after which a bill that waits for DHS is late',
  },
  deadline_dfa: {
    name: 'Deadline of DFA approval (hours)',
    about: 'Working hours after which a bill that waits for the DFA is late',
  },
  deadline_permsec: {
    name: 'Deadline of paying out (hours)',
    about: 'Working hours after which a bill that waits for the Permanent Secretary is late',
  },
}
