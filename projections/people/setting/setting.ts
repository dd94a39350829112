import { SHARES } from '#domain/kernel/accounts.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import type { SettingEvent } from '#domain/people/setting/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A site setting: `share_coe` and the other shares (percent), `funding_cap` (naira). */
export type SettingRow = {
  key: string
  /** As people write it: `85.00`, `2,000,000.00`. */
  value: string
  /** The same in basis points, or in kobo. */
  number: number
  created_at: string
  updated_at: string
}

function set(key: string, number: number, at: string): Change<SettingRow> {
  const value = formatNaira(number) // two decimals are right for basis points as for kobo
  return { key: [key], fold: (row) => ({ key, value, number, created_at: row?.created_at ?? at, updated_at: at }) }
}

/** Serves the site settings. */
export const setting: ReadModel<SettingRow, 'setting'> = {
  name: 'setting',
  revision: 1,
  columns: {
    key: 'text not null',
    value: 'text not null',
    number: 'bigint not null',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
  },
  key: ['key'],
  on: handlers<SettingRow, SettingEvent>({
    SharesSet: ({ event: { data } }) => SHARES.map((share) => set(`share_${share}`, data[share], data.at)),
    FundingCapSet: ({ event: { data } }) => [set('funding_cap', data.amount, data.at)],
  }),
}
