import { type RawBuilder, sql } from 'kysely'
import type { Moment } from '#projections/moment.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { patientPlace } from '#projections/care/patient/patient-place.ts'

/** The joins that `accountName` needs for an account's id. */
export function accountOwners(account: RawBuilder<unknown>, moment: Moment): RawBuilder<unknown> {
  const owner = ownerOf(account)
  return sql`
    left join ${moment.rowsOf(coe)} owner_coe on owner_coe.id = ${owner}
    left join ${moment.rowsOf(patientPlace)} owner_patient on owner_patient.id = ${owner}`
}

/**
 * What people call an account, as SQL over its id, beside `accountOwners`. A patient is their CHF id here, never a name:
 * lists and exports of the ledger hold no personal data.
 */
export function accountName(account: RawBuilder<unknown>): RawBuilder<unknown> {
  const owner = ownerOf(account)
  return sql`case split_part(${account}, ':', 1)
    when 'pool' then 'Pool'
    when 'benefactors' then 'Benefactors'
    when 'in-transit' then 'In transit'
    when 'allocation' then concat('Allocation of ', coalesce(owner_coe.name, ${owner}))
    when 'payable' then concat('Payable to ', coalesce(owner_coe.name, ${owner}))
    when 'patient' then concat('Wallet of ', coalesce(owner_patient.chf_id, ${owner}))
    when 'disbursed' then concat('Disbursed to ', case ${owner}
      when 'coe' then 'hospitals' when 'bank' then 'the bank' when 'manufacturer' then 'manufacturers'
      when 'emge' then 'EMGE' else ${owner} end)
    else ${account} end`
}

const ownerOf = (account: RawBuilder<unknown>) => sql`substr(${account}, strpos(${account}, ':') + 1)`
