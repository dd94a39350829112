import { SHARES } from '#domain/kernel/accounts.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import { INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import type { SettingEvent } from '#domain/people/setting/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A site setting: `share_coe` and the other shares (percent), `funding_cap` and `second_person_above` (naira), `deadline_initiate` and the other steps' (working hours), `support_line` (a phone number), `second_factor` (Yes or No), `application_terms_condition` (a text). */
export type SettingRow = {
  key: string
  /** As people write it: `85.00`, `2,000,000.00`, `08001234567`. */
  value: string
  /** The same in basis points, in kobo or in hours; of a text its version; null where it is no figure. */
  number: number | null
  created_at: string
  updated_at: string
}

const set = (key: string, value: string, number: number | null, at: string): Change<SettingRow> => ({
  key: [key],
  // What is set along with another, to what it was, has not been changed.
  fold: (row) =>
    row?.value === value ? row : { key, value, number, created_at: row?.created_at ?? at, updated_at: at },
})

/** Two decimals are right for basis points as for kobo. */
const setFigure = (key: string, number: number, at: string) => set(key, formatNaira(number), number, at)

/** Serves the site settings, and what is late by them, now and as of. */
export const setting: ReadModel<SettingRow, 'setting'> = {
  name: 'setting',
  revision: 9,
  temporal: true,
  columns: {
    key: 'text not null',
    value: 'text not null',
    number: 'bigint',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
  },
  key: ['key'],
  on: handlers<SettingRow, SettingEvent>({
    SharesSet: ({ event: { data } }) => SHARES.map((share) => setFigure(`share_${share}`, data[share], data.at)),
    FundingCapSet: ({ event: { data } }) => [setFigure('funding_cap', data.amount, data.at)],
    SecondPersonAboveSet: ({ event: { data } }) => [setFigure('second_person_above', data.amount, data.at)],
    SecondPersonAboveConfirmed: ({ event: { data } }) => [setFigure('second_person_above', data.amount, data.at)],
    DeadlinesSet: ({ event: { data } }) =>
      INVOICE_STEPS.map((step) => set(`deadline_${step}`, String(data[step]), data[step], data.at)),
    SupportLineSet: ({ event: { data } }) => [set('support_line', data.number, null, data.at)],
    TermsSet: ({ event: { data } }) => [set('application_terms_condition', data.text, data.version, data.at)],
    SecondFactorDemandSet: ({ event: { data } }) => [
      set('second_factor', data.isDemanded ? 'Yes' : 'No', null, data.at),
    ],
  }),
}
